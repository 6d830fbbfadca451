-- Forms that only versions before the landed one called: that one names the kind of a game's answer.
-- drops: function finish_deliveries(p_ids text[], p_states text[], p_proofs text[], p_details text[],
--   p_pauses bigint[])
-- drops: function finish_recall(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint)
drop function if exists settle_news(bigint[], text[]);
drop function if exists finish_delivery(text, text, text, text, bigint);
drop function if exists finish_deliveries(text[], text[], text[], text[], bigint[]);
drop function if exists finish_recall(text, text, text, text, bigint);
drop function if exists answer_in(text);
