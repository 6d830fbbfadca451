-- The shelf of the home page: products with a number stand there in its order. Without any, the first six items do.
alter table product add column featured smallint;
