-- Until when a form of the person counts as open in a browser.
alter table watches add column shown_until bigint;

create index watches_shown on watches(shown_until);
