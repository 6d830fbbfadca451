-- Deliveries that the game is told again.

-- Tells the game again about every delivery that it confirmed since a moment, each under its old id. Refunded and
-- recalled items are left out. A second call repeats no delivery that is still to be told. Decision 286.
create or replace function desk.tell_again(
  p_since timestamptz, p_role text, p_by text, p_note text, out n int
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into delivery_again as w (outbox_id, role_id, asked_at, run_at)
  select c.outbox_id, c.role_id, app_now(), app_now() from confirmed_since(p_since, p_role) c
  on conflict (outbox_id) do update set asked_at = excluded.asked_at, run_at = excluded.run_at, answer = null,
    detail = null, ended_at = null, tries = 0;
  get diagnostics n = row_count;
  perform note_action('tell_again', to_char(p_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '', p_by,
    p_note);
end $$;
