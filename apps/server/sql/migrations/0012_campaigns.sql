-- Campaigns at the desk: codes that were handed out, and what the desk reads.

-- Codes that left the desk in a file: each leaves once.
create table desk.code_export (
  code text primary key,
  campaign_id text not null,
  exported_by text not null,
  exported_at timestamptz not null
);
create index redeem_code_campaign on redeem_code (campaign_id, code);

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'hc_desk') then return; end if;
  grant select, insert on desk.code_export to hc_desk;
  grant select on rebate_progress, rebate_grant, rebate_tier, redemption, redeem_failure, game_role, game_server
    to hc_desk;
  grant delete on bonus_reset to hc_desk;
end $$;
