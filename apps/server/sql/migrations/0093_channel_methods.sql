-- What each channel takes: cards, banks, wallets, by our codes (packages/channels/src/methods.ts). null: as that list
-- says. `seen_at`: when the gateway itself last had the method; one that it did not have for three days is not offered.
-- The test gateway and PayPal always have theirs. Decision 682.
create table channel_method (
  channel_code text not null,
  method text not null check (method ~ '^[a-z0-9_]{2,32}$'),
  countries text[],
  currencies text[],
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor > 0),
  settles text check (settles in ('instant', 'minutes', 'days')),
  sort int not null default 100,
  enabled boolean not null default true,
  seen_at timestamptz,
  version int not null default 1,
  primary key (channel_code, method),
  check (max_minor >= min_minor)
);

insert into channel_method (channel_code, method, sort)
select 'stripe', m, 10 * n
  from regexp_split_to_table('card apple_pay google_pay ideal bancontact blik eps p24 twint swish mobilepay bizum mb_way
    multibanco sepa_debit klarna pix boleto oxxo upi konbini paypay kakao_pay naver_pay payco
    kr_card alipay wechat_pay promptpay paynow grabpay fpx cashapp amazon_pay', '\s+') with ordinality x (m, n);
insert into channel_method (channel_code, method, sort)
select 'adyen', m, 10 * n
  from regexp_split_to_table('card apple_pay google_pay ideal bancontact blik eps twint swish mobilepay mb_way klarna
    pix paypay kakao_pay naver_pay payco kr_card alipay paynow cashapp amazon_pay', '\s+') with ordinality x (m, n);
insert into channel_method (channel_code, method, sort, seen_at)
select 'paypal', m, 10 * n, 'infinity'
  from regexp_split_to_table('paypal', '\s+') with ordinality x (m, n);
insert into channel_method (channel_code, method, sort, seen_at)
select 'sandbox', m, 10 * n, 'infinity'
  from regexp_split_to_table('sandbox sandbox_bank sandbox_voucher', '\s+') with ordinality x (m, n);

create trigger channel_method_changed after insert or update or delete on channel_method
  for each statement execute function catalog_changed();
-- What a gateway has is no decision of a person.
create constraint trigger audit after insert or delete
  or update of countries, currencies, min_minor, max_minor, settles, sort, enabled on channel_method
  deferrable initially deferred for each row execute function desk.audit_change('channel', 'channel_code', '');

do $$
declare
  whose text;
begin
  if exists (select 1 from pg_roles where rolname = 'hc_app') then
    grant select on channel_method to hc_app;
    revoke insert, update, delete on channel_method from hc_app;
  end if;
  foreach whose in array array['hc_readonly', 'hc_desk'] loop
    if exists (select 1 from pg_roles where rolname = whose) then
      execute format('grant select on channel_method to %I', whose);
    end if;
  end loop;
end $$;
