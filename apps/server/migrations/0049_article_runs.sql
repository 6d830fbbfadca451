-- What is announced may begin and end: an event is live between the two, and no top news after its end.
alter table article add column starts_at timestamptz;
alter table article add column ends_at timestamptz;
alter table article add constraint article_runs check (starts_at < ends_at);

-- The demo's festival runs as its text says. What a publisher has made of the row stays.
update article set starts_at = '2026-10-20T00:00:00Z', ends_at = '2026-11-10T00:00:00Z'
where id = 'a09' and img = '/art/articles/starlight-festival.svg';
