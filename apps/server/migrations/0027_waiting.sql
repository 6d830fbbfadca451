-- Rows that wait for an operator are counted at each scrape and looked for every minute: not by reading every delivery there ever was.
create index outbox_operator on outbox (kind, order_no) where state in ('refused', 'failed', 'parked', 'held', 'recall');
create index inbox_parked on inbox (received_at) where state = 'parked';
