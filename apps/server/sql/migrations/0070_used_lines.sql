-- A capture or refund belongs to one payout: a booked line is used up, whichever file names it again. Payouts that were
-- booked before keep the first payout of each line. Decision 564.
create table payout_line (
  channel_code text not null,
  kind text not null check (kind in ('capture', 'refund')),
  reference text not null,
  payout_id text not null,
  primary key (channel_code, kind, reference)
);
insert into payout_line (channel_code, kind, reference, payout_id)
select distinct on (s.channel_code, s.kind, s.reference) s.channel_code, s.kind, s.reference, s.payout_id
  from desk.settlement_line s join payout p on p.channel_code = s.channel_code and p.payout_id = s.payout_id
 where s.kind <> 'fee' order by s.channel_code, s.kind, s.reference, p.booked_at, s.payout_id;
create trigger payout_line_append_only before update or delete on payout_line
  for each row execute function refuse_change();
do $$
begin
  if exists (select 1 from pg_roles where rolname = 'hc_desk') then grant select on payout_line to hc_desk; end if;
  if exists (select 1 from pg_roles where rolname = 'hc_app') then grant select on payout_line to hc_app; end if;
  if exists (select 1 from pg_roles where rolname = 'hc_readonly') then
    grant select on payout_line to hc_readonly;
  end if;
end $$;
