-- Every channel has its row; a player sees those that are configured, too.
insert into payment_channel (channel_code, sort) values ('hcpoint', 1), ('stripe', 2), ('paypal', 3), ('adyen', 4) on conflict do nothing;
