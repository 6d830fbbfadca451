-- A view of a list, or a page without filters, that its person has in the menu.
alter table desk.saved_view add column pinned boolean not null default false;
