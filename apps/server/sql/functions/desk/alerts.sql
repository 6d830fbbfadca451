-- Alerts.

-- Takes the rules' findings, [{"rule": "no_order", "subject": "", "value": 0}], and opens, updates and closes alerts.
-- Gives the alerts to send: new ones, those that are open for another day, and closed ones. A muted alert, or one that
-- opens in quiet hours, is sent afterwards if it is still open.
create or replace function desk.judge_alerts(p_found jsonb) returns table (
  alert_id bigint, rule_key text, subject text, value numeric, state text
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into desk.alert as a (rule_key, subject, value, opened_at)
  select f ->> 'rule', coalesce(f ->> 'subject', ''), (f ->> 'value')::numeric, app_now()
    from jsonb_array_elements(p_found) f
  on conflict (rule_key, subject) where closed_at is null do update set value = excluded.value;
  return query
    update desk.alert a set closed_at = app_now() where a.closed_at is null and not exists (
      select 1 from jsonb_array_elements(p_found) f
       where f ->> 'rule' = a.rule_key and coalesce(f ->> 'subject', '') = a.subject)
    returning a.alert_id, a.rule_key, a.subject, a.value, case when a.said_at is null then 'silent' else 'over' end;
  return query
    update desk.alert a set said_at = app_now()
      from desk.alert_rule r, desk.alert was
     where a.closed_at is null and r.rule_key = a.rule_key and was.alert_id = a.alert_id
       and (a.said_at is null or a.said_at < app_now() - interval '1 day')
       and (a.muted_until is null or a.muted_until <= app_now())
       and not desk.quiet_at(app_now(), r.quiet_from, r.quiet_to, r.quiet_zone, r.quiet_days)
    returning a.alert_id, a.rule_key, a.subject, a.value, case when was.said_at is null then 'new' else 'still' end;
end $$;

-- Whether a moment is in the quiet hours of a zone: nobody gets an alert then. p_days: the weekdays on which quiet
-- hours begin (1 Monday to 7 Sunday); hours after midnight belong to the day before. In a zone that the database no
-- longer knows it is never quiet. Decision 548.
create or replace function desk.quiet_at(
  p_at timestamptz, p_from smallint, p_to smallint, p_zone text, p_days smallint[]
) returns boolean language plpgsql stable as $$
declare
  here timestamp;
  h int;
begin
  begin
    here := p_at at time zone p_zone;
  exception when invalid_parameter_value then
    return false;
  end;
  h := extract(hour from here);
  if p_from < p_to then return h >= p_from and h < p_to and extract(isodow from here)::smallint = any (p_days); end if;
  return p_from > p_to and (h >= p_from and extract(isodow from here)::smallint = any (p_days)
    or h < p_to and extract(isodow from here - interval '1 day')::smallint = any (p_days));
end $$;
