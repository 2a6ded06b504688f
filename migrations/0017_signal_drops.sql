-- RULE-2: operators look at what was dropped lately, and at its share of everything, and must not wait for a whole day to
-- be read. Signals come in the order of time, so ranges of blocks tell where an hour lies; the dropped are few, and have
-- an index of their own.
create index signals_by_time on signals using brin (at);
create index signals_that_were_dropped on signals (at) where dropped_by is not null;
