-- locks: game_key
-- A key of the game may be an ed25519 key: then the shop keeps its public half alone, and `sealed` is empty.
alter table game_key add column public_key bytea check (octet_length(public_key) = 32);
