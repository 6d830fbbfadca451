-- What migrations and functions together make; written by npm run db:dump, compared by a test.
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF countries, currencies, min_minor, max_minor, settles, sort, enabled ON public.channel_method DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('channel', 'channel_code', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.book_country DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('book', 'book_id', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.channel_rule DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('channel', 'channel_code', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.currency DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('currency', 'code', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.law_pack DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('law', 'country', 'source');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.legal_entity DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('entity', 'entity_id', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.point_rate DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('book', 'book_id', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.price DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('price', 'price_id', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.price_book DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('book', 'book_id', '');
CREATE CONSTRAINT TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_rate DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('tax', 'country', '');
CREATE CONSTRAINT TRIGGER audit AFTER UPDATE ON public.account_market DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'hc_app'::name)) EXECUTE FUNCTION desk.audit_change('player', 'account_id', 'note,country');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE OF texts, items, basic_points, present_points, starts_at, ends_at, per_role, per_account, total, state ON public.redeem_campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('redeem', 'campaign_id', '');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.article DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('article', 'id', 'texts');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.bonus_reset DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('bonus_reset', 'cp_goods_id', '');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.content_block DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('block', 'name', 'value');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.payment_channel DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('channel', 'channel_code', '');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.product DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('product', 'cp_goods_id', '');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.rebate_campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('rebate', 'campaign_id', '');
CREATE CONSTRAINT TRIGGER audit_editing AFTER INSERT OR DELETE OR UPDATE ON public.rebate_tier DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('rebate', 'campaign_id', '');
CREATE CONSTRAINT TRIGGER audit_hand AFTER DELETE OR UPDATE ON public.inbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'hc_app'::name)) EXECUTE FUNCTION desk.audit_hand('inbox', 'inbox_id');
CREATE CONSTRAINT TRIGGER audit_hand AFTER DELETE OR UPDATE ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'hc_app'::name)) EXECUTE FUNCTION desk.audit_hand('order', 'order_no');
CREATE CONSTRAINT TRIGGER audit_hand AFTER DELETE OR UPDATE ON public.outbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER <> 'hc_app'::name)) EXECUTE FUNCTION desk.audit_hand('outbox', 'outbox_id');
CREATE CONSTRAINT TRIGGER audit_operator AFTER INSERT ON public.operator_action DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_operator();
CREATE CONSTRAINT TRIGGER audit_payout AFTER INSERT OR DELETE OR UPDATE ON public.payout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.audit_change('payout', 'payout_id', '');
CREATE CONSTRAINT TRIGGER journal_balances AFTER INSERT ON public.ledger_journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_balances();
CREATE CONSTRAINT TRIGGER tiers_changed AFTER INSERT OR DELETE OR UPDATE ON public.rebate_tier DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION desk.tiers_changed();
CREATE INDEX account_back_as ON public.account USING btree (back_as) WHERE (back_as IS NOT NULL);
CREATE INDEX account_fingerprint ON public.account USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE INDEX analytics_event_kind ON ONLY public.analytics_event USING btree (event, at);
CREATE INDEX analytics_seen_at ON public.analytics_seen USING btree (at);
CREATE INDEX article_newest ON public.article USING btree (created_at DESC);
CREATE INDEX book_country_book ON public.book_country USING btree (book_id);
CREATE INDEX capture_day ON public.capture USING brin (at) WITH (pages_per_range='16', autosummarize='true');
CREATE INDEX consent_account ON public.consent USING btree (account_id);
CREATE INDEX delivery_again_asked ON public.delivery_again USING btree (asked_at);
CREATE INDEX delivery_again_todo ON public.delivery_again USING btree (run_at, outbox_id) WHERE (answer IS NULL);
CREATE INDEX dispute_moved ON public.dispute USING btree (COALESCE(closed_at, opened_at));
CREATE INDEX dispute_open ON public.dispute USING btree (due_at) WHERE (stage = 'opened'::text);
CREATE INDEX dispute_order ON public.dispute USING btree (order_no);
CREATE INDEX document_due_open ON public.document_due USING btree (due_id) WHERE (done_at IS NULL);
CREATE INDEX document_due_order ON public.document_due USING btree (order_no);
CREATE INDEX document_due_unmailed ON public.document_due USING btree (lease_until) WHERE ((done_at IS NOT NULL) AND (mailed_at IS NULL));
CREATE INDEX document_issued ON public.document USING btree (issued_at DESC, due_id DESC);
CREATE INDEX document_order ON public.document USING btree (order_no);
CREATE INDEX game_role_account ON public.game_role USING btree (account_id);
CREATE INDEX game_role_name ON public.game_role USING btree (lower(name));
CREATE INDEX game_role_role ON public.game_role USING btree (role_id);
CREATE INDEX game_signature_seen ON public.game_signature USING btree (seen_at);
CREATE INDEX gateway_question_at ON public.gateway_question USING brin (at) WITH (autosummarize='true');
CREATE INDEX gateway_question_order ON public.gateway_question USING btree (order_no);
CREATE INDEX gateway_refund_open ON public.gateway_refund USING btree (channel_code, txn) WHERE (NOT applied);
CREATE INDEX gateway_refund_txn ON public.gateway_refund USING btree (channel_code, txn);
CREATE INDEX inbox_order ON public.inbox USING btree (order_no) WHERE (order_no <> ''::text);
CREATE INDEX inbox_parked ON public.inbox USING btree (received_at) WHERE (state = 'parked'::text);
CREATE INDEX inbox_received ON public.inbox USING brin (received_at) WITH (pages_per_range='32', autosummarize='true');
CREATE INDEX inbox_todo ON public.inbox USING btree (run_at, inbox_id) WHERE (state = 'new'::text);
CREATE INDEX inbox_txn ON public.inbox USING btree (channel_code, txn) WHERE ((order_no = ''::text) AND (txn <> ''::text));
CREATE INDEX ledger_correction_of ON public.ledger_correction USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX ledger_entry_player ON public.ledger_entry USING btree (ledger_account_id) WHERE ((ledger_account_id >= 1000) OR (ledger_account_id = 3));
CREATE INDEX ledger_journal_day ON public.ledger_journal USING brin (created_at) WITH (pages_per_range='16', autosummarize='true');
CREATE INDEX ledger_journal_order ON public.ledger_journal USING btree (order_no);
CREATE INDEX ledger_journal_player ON public.ledger_journal USING btree (account_id, journal_id DESC) WHERE ((account_id IS NOT NULL) AND ((basic_points <> 0) OR (present_points <> 0)));
CREATE INDEX market_appeal ON public.account_market USING btree (appealed_at) WHERE (appeal = 'asked'::text);
CREATE INDEX message_account ON public.message USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX message_order ON public.message USING btree (order_no) WHERE (order_no IS NOT NULL);
CREATE INDEX message_sent ON public.message USING btree (channel, created_at DESC);
CREATE INDEX message_target ON public.message USING btree (target);
CREATE INDEX message_todo ON public.message USING btree (run_at, message_id) WHERE (state = 'pending'::text);
CREATE INDEX one_time_token_account ON public.one_time_token USING btree (account_id) WHERE (used_at IS NULL);
CREATE INDEX one_time_token_expires ON public.one_time_token USING btree (expires_at);
CREATE INDEX operator_action_order ON public.operator_action USING btree (order_no);
CREATE INDEX order_event_day ON public.order_event USING brin (at) WITH (pages_per_range='16', autosummarize='true');
CREATE INDEX order_letter_account ON public.order_letter USING btree (account_id);
CREATE INDEX order_letter_due ON public.order_letter USING btree (lease_until, at) WHERE (written_at IS NULL);
CREATE INDEX order_question_age ON public.order_question USING btree (asked_at);
CREATE INDEX order_terms_weak ON public.order_terms USING btree (order_no) WHERE weak;
CREATE INDEX orders_account ON public.orders USING btree (account_id, order_no DESC);
CREATE INDEX orders_check ON public.orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX orders_goods_amount ON public.orders USING brin (cp_goods_id text_bloom_ops, amount_cents) WITH (pages_per_range='32', autosummarize='true');
CREATE INDEX orders_held ON public.orders USING btree (order_no) WHERE (hold_reason IS NOT NULL);
CREATE INDEX orders_refunded ON public.orders USING btree (order_no) WHERE (refunded_at IS NOT NULL);
CREATE INDEX outbox_no_delivery ON public.outbox USING btree (order_no) WHERE (kind <> 'deliver'::text);
CREATE INDEX outbox_operator ON public.outbox USING btree (kind, order_no) WHERE (state = ANY (ARRAY['refused'::text, 'failed'::text, 'parked'::text, 'held'::text, 'recall'::text]));
CREATE INDEX outbox_todo ON public.outbox USING btree (kind, run_at, outbox_id) WHERE (state = ANY (ARRAY['pending'::text, 'unknown'::text]));
CREATE INDEX outbox_try_at ON public.outbox_try USING brin (at) WITH (autosummarize='true');
CREATE INDEX outbox_try_order ON public.outbox_try USING btree (order_no);
CREATE INDEX point_adjustment_account ON public.point_adjustment USING btree (account_id, adjustment_no);
CREATE INDEX price_of_item ON public.price USING btree (book_id, cp_goods_id, offer_id, starts_at DESC);
CREATE INDEX rebate_grant_order ON public.rebate_grant USING btree (order_no);
CREATE INDEX reconcile_finding_open ON public.reconcile_finding USING btree (found_at) WHERE (settled_at IS NULL);
CREATE INDEX redeem_code_campaign ON public.redeem_code USING btree (campaign_id, code);
CREATE INDEX redeem_failure_account ON public.redeem_failure USING btree (account_id, failed_at);
CREATE INDEX redemption_account ON public.redemption USING btree (account_id, number DESC);
CREATE INDEX redemption_campaign ON public.redemption USING btree (campaign_id, server_id, role_id);
CREATE INDEX refund_event_day ON public.refund_event USING brin (at) WITH (pages_per_range='16', autosummarize='true');
CREATE INDEX refund_event_order ON public.refund_event USING btree (order_no);
CREATE INDEX refund_failure_order ON public.refund_failure USING btree (order_no);
CREATE INDEX refund_part_capture ON public.refund_part USING btree (channel_code, txn);
CREATE INDEX refund_part_txn ON public.refund_part USING btree (channel_code, refund_txn);
CREATE INDEX refund_settlement_txn ON public.refund_settlement USING btree (channel_code, txn);
CREATE INDEX session_account ON public.session USING btree (account_id, created_at);
CREATE INDEX session_created ON public.session USING btree (created_at);
CREATE INDEX sign_in_failure_ip ON public.sign_in_failure USING btree (client_ip, failed_at);
CREATE INDEX sign_in_failure_key ON public.sign_in_failure USING btree (login_key, failed_at);
CREATE INDEX sign_in_failure_name ON public.sign_in_failure USING btree (name_key, failed_at) WHERE (name_key IS NOT NULL);
CREATE INDEX support_request_created ON public.support_request USING btree (created_at);
CREATE INDEX support_request_email ON public.support_request USING btree (email);
CREATE INDEX verification_code_account ON public.verification_code USING btree (account_id) WHERE (used_at IS NULL);
CREATE INDEX verification_code_ip ON public.verification_code USING btree (client_ip, created_at DESC);
CREATE INDEX verification_code_target ON public.verification_code USING btree (target, created_at DESC);
CREATE INDEX withdrawal_account ON public.withdrawal USING btree (account_id);
CREATE INDEX withdrawal_at ON public.withdrawal USING btree (stated_at DESC);
CREATE INDEX withdrawal_event_of ON public.withdrawal_event USING btree (number);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (stated_at) WHERE (closed_at IS NULL);
CREATE INDEX withdrawal_order ON public.withdrawal USING btree (order_no);
CREATE INDEX withdrawal_refund_order ON public.withdrawal USING btree (refund_order) WHERE (refund_order IS NOT NULL);
CREATE INDEX withdrawal_untold ON public.withdrawal USING btree (lease_until) WHERE (told IS DISTINCT FROM outcome);
CREATE TRIGGER account_changed AFTER UPDATE ON public.account FOR EACH ROW WHEN ((((((old.password_hash IS DISTINCT FROM new.password_hash) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.email_login IS DISTINCT FROM new.email_login)) OR (old.disabled IS DISTINCT FROM new.disabled))) EXECUTE FUNCTION account_changed();
CREATE TRIGGER account_kept BEFORE DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER address_left AFTER UPDATE OF email, phone ON public.account FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND ((old.email IS DISTINCT FROM new.email) OR (old.phone IS DISTINCT FROM new.phone)))) EXECUTE FUNCTION address_left();
CREATE TRIGGER arrival_time_changed AFTER INSERT OR DELETE OR UPDATE ON public.arrival_time FOR EACH ROW EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER article_changed AFTER INSERT OR DELETE OR UPDATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION content_changed();
CREATE TRIGGER bonus_released AFTER UPDATE OF status, hold_reason ON public.orders FOR EACH ROW WHEN (((new.bonus_pct > 0) AND (old.status = 1))) EXECUTE FUNCTION bonus_released();
CREATE TRIGGER capture_append_only BEFORE DELETE OR UPDATE ON public.capture FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_method_changed AFTER INSERT OR DELETE OR UPDATE ON public.channel_method FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER confirmation_ended AFTER UPDATE OF state ON public.message FOR EACH ROW WHEN (((new.kind = 'withdrawal'::text) AND (old.state = 'pending'::text) AND (new.state <> 'pending'::text) AND (new.account_id IS NOT NULL))) EXECUTE FUNCTION confirmation_ended();
CREATE TRIGGER consent_kept BEFORE DELETE OR UPDATE ON public.consent FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER content_block_changed AFTER INSERT OR DELETE OR UPDATE ON public.content_block FOR EACH STATEMENT EXECUTE FUNCTION content_changed();
CREATE TRIGGER credentials_changed BEFORE UPDATE ON public.account FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) OR (old.disabled IS DISTINCT FROM new.disabled))) EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER day_digest_kept BEFORE DELETE OR UPDATE ON public.day_digest FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dispute_event_append_only BEFORE DELETE OR UPDATE ON public.dispute_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER document_kept BEFORE DELETE OR UPDATE ON public.document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_posted AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entries_posted();
CREATE TRIGGER guard_inbox BEFORE INSERT OR UPDATE OF kind, state ON public.inbox FOR EACH ROW EXECUTE FUNCTION guard_inbox();
CREATE TRIGGER guard_ledger_account BEFORE INSERT OR UPDATE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION guard_ledger_account();
CREATE TRIGGER guard_order BEFORE INSERT OR UPDATE OF status, order_type, amount_cents, currency, paid_cents, refunded_cents ON public.orders FOR EACH ROW EXECUTE FUNCTION guard_order();
CREATE TRIGGER guard_outbox BEFORE INSERT OR UPDATE OF outbox_id, order_no, kind, state, proof ON public.outbox FOR EACH ROW EXECUTE FUNCTION guard_outbox();
CREATE TRIGGER identity_linked BEFORE INSERT ON public.external_identity FOR EACH ROW EXECUTE FUNCTION identity_linked();
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE OF texts, items, basic_points, present_points, starts_at, ends_at, per_role, per_account, total, state ON public.redeem_campaign FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('redeem', 'campaign_id');
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON public.article FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('article', 'id');
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON public.content_block FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('block', 'name,locale');
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON public.payment_channel FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('channel', 'channel_code');
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('product', 'cp_goods_id');
CREATE TRIGGER keep_revision AFTER INSERT OR UPDATE ON public.rebate_campaign FOR EACH ROW EXECUTE FUNCTION desk.keep_revision('rebate', 'campaign_id');
CREATE TRIGGER kept_for_the_living BEFORE INSERT ON public.external_identity FOR EACH ROW EXECUTE FUNCTION kept_for_the_living();
CREATE TRIGGER kept_for_the_living BEFORE INSERT OR UPDATE OF account_id ON public.game_role FOR EACH ROW EXECUTE FUNCTION kept_for_the_living();
CREATE TRIGGER law_pack_changed AFTER INSERT OR DELETE OR UPDATE ON public.law_pack FOR EACH STATEMENT EXECUTE FUNCTION law_changed();
CREATE TRIGGER ledger_account_kept BEFORE DELETE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_correction_entry_kept BEFORE DELETE OR UPDATE ON public.ledger_correction_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_correction_kept BEFORE DELETE OR UPDATE ON public.ledger_correction FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_journal_append_only BEFORE DELETE OR UPDATE ON public.ledger_journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER legal_text_changed AFTER INSERT ON public.legal_text FOR EACH STATEMENT EXECUTE FUNCTION law_changed();
CREATE TRIGGER legal_text_kept BEFORE DELETE OR UPDATE ON public.legal_text FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER letter_of_refund AFTER UPDATE OF applied ON public.gateway_refund FOR EACH ROW WHEN ((new.applied AND (NOT old.applied))) EXECUTE FUNCTION letter_of_refund();
CREATE TRIGGER letter_of_settlement AFTER INSERT ON public.refund_settlement FOR EACH ROW WHEN (((new.how = 'elsewhere'::text) AND (new.amount_cents > 0))) EXECUTE FUNCTION letter_of_settlement();
CREATE TRIGGER letters_left AFTER UPDATE OF deleted_at ON public.account FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION letters_left();
CREATE TRIGGER letters_of_order AFTER UPDATE OF status, hold_reason ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.hold_reason IS DISTINCT FROM new.hold_reason))) EXECUTE FUNCTION letters_of_order();
CREATE TRIGGER links_by_email_end AFTER UPDATE ON public.account FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR (old.email_login AND (NOT new.email_login)) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION links_by_email_end();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.book_country FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.channel_rule FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.currency FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.legal_entity FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.point_rate FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.price FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.price_book FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER market_changed AFTER INSERT OR DELETE OR UPDATE ON public.tax_rate FOR EACH STATEMENT EXECUTE FUNCTION market_changed();
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE OF texts, items, basic_points, present_points, starts_at, ends_at, per_role, per_account, total, state ON public.redeem_campaign FOR EACH ROW EXECUTE FUNCTION desk.next_version('redeem', 'campaign_id');
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE ON public.article FOR EACH ROW EXECUTE FUNCTION desk.next_version('article', 'id');
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE ON public.content_block FOR EACH ROW EXECUTE FUNCTION desk.next_version('block', 'name,locale');
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE ON public.payment_channel FOR EACH ROW EXECUTE FUNCTION desk.next_version('channel', 'channel_code');
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION desk.next_version('product', 'cp_goods_id');
CREATE TRIGGER next_version BEFORE INSERT OR UPDATE ON public.rebate_campaign FOR EACH ROW EXECUTE FUNCTION desk.next_version('rebate', 'campaign_id');
CREATE TRIGGER open_wallet AFTER INSERT ON public.account FOR EACH ROW EXECUTE FUNCTION open_wallet();
CREATE TRIGGER opening_changes_catalog AFTER INSERT ON public.opening FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER opening_kept BEFORE DELETE OR UPDATE ON public.opening FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_action_append_only BEFORE DELETE OR UPDATE ON public.operator_action FOR EACH ROW EXECUTE FUNCTION refuse_change_but_names();
CREATE TRIGGER order_event_append_only BEFORE DELETE OR UPDATE ON public.order_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_evidence_kept BEFORE DELETE OR UPDATE ON public.order_evidence FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_frozen BEFORE UPDATE OF amount_cents, currency, account_id, cp_goods_id, channel_code, order_type, role_id, server_id, bonus_pct, points, base_cents, method ON public.orders FOR EACH ROW EXECUTE FUNCTION order_frozen();
CREATE TRIGGER order_kept BEFORE DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_moved AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION order_moved();
CREATE TRIGGER order_terms_kept BEFORE DELETE OR UPDATE ON public.order_terms FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER orders_while_open AFTER INSERT ON public.orders REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION refuse_while_closed();
CREATE TRIGGER payment_channel_changed AFTER INSERT OR DELETE OR UPDATE ON public.payment_channel FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER payout_line_append_only BEFORE DELETE OR UPDATE ON public.payout_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER player_is_back AFTER INSERT ON public.account FOR EACH ROW EXECUTE FUNCTION player_is_back();
CREATE TRIGGER price_kept BEFORE DELETE OR UPDATE ON public.price FOR EACH ROW EXECUTE FUNCTION price_kept();
CREATE TRIGGER product_changed AFTER INSERT OR DELETE OR UPDATE ON public.product FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER rebate_grant_kept BEFORE DELETE ON public.rebate_grant FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rebate_promise BEFORE INSERT OR DELETE OR UPDATE ON public.rebate_tier FOR EACH ROW EXECUTE FUNCTION rebate_promise();
CREATE TRIGGER redemption_append_only BEFORE DELETE OR UPDATE ON public.redemption FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER redemption_while_open AFTER INSERT ON public.redemption REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION refuse_while_closed();
CREATE TRIGGER refund_event_append_only BEFORE DELETE OR UPDATE ON public.refund_event FOR EACH ROW EXECUTE FUNCTION refuse_change_but_names();
CREATE TRIGGER refund_failure_kept BEFORE DELETE ON public.refund_failure FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refund_made AFTER INSERT ON public.refund_request FOR EACH ROW EXECUTE FUNCTION refund_moved();
CREATE TRIGGER refund_moved AFTER UPDATE ON public.refund_request FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refund_moved();
CREATE TRIGGER refund_part_failed AFTER UPDATE OF reversed ON public.refund_failure FOR EACH ROW WHEN ((new.reversed AND (NOT old.reversed))) EXECUTE FUNCTION refund_part_failed();
CREATE TRIGGER refund_part_moved AFTER UPDATE OF state, payload ON public.outbox FOR EACH ROW WHEN ((new.kind = 'refund'::text)) EXECUTE FUNCTION refund_part_moved();
CREATE TRIGGER refund_settlement_append_only BEFORE DELETE OR UPDATE ON public.refund_settlement FOR EACH ROW EXECUTE FUNCTION refuse_change_but_names();
CREATE TRIGGER requests_left AFTER UPDATE OF deleted_at ON public.account FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION requests_left();
CREATE TRIGGER tries_forgotten AFTER UPDATE ON public.account FOR EACH ROW WHEN ((old.uid IS DISTINCT FROM new.uid)) EXECUTE FUNCTION tries_forgotten();
CREATE TRIGGER waiver_mailed AFTER UPDATE OF state ON public.message FOR EACH ROW WHEN (((new.state = 'sent'::text) AND (old.state <> 'sent'::text) AND (new.kind = 'order_paid'::text))) EXECUTE FUNCTION waiver_mailed();
CREATE TRIGGER withdrawal_event_kept BEFORE DELETE OR UPDATE ON public.withdrawal_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_frozen BEFORE UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_frozen();
CREATE UNIQUE INDEX capture_of_order ON public.capture USING btree (order_no, (
CASE
    WHEN (outcome = 'applied'::text) THEN ''::text
    ELSE ((channel_code || ' '::text) || txn)
END));
CREATE UNIQUE INDEX external_identity_once ON public.external_identity USING btree (account_id, provider);
CREATE UNIQUE INDEX fingerprint_key_once ON public.fingerprint_key USING btree ((true));
CREATE UNIQUE INDEX ledger_account_player ON public.ledger_account USING btree (account_id, kind, unit) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_account_system ON public.ledger_account USING btree (name, unit) WHERE (account_id IS NULL);
CREATE UNIQUE INDEX one_law_pack_a_country ON public.law_pack USING btree (country) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX orders_idem ON public.orders USING btree (account_id, idem_key) WHERE (idem_key IS NOT NULL);
CREATE UNIQUE INDEX outbox_one_refund ON public.outbox USING btree (((payload ->> 'channel_code'::text)), ((payload ->> 'txn'::text))) WHERE (kind = 'refund'::text);
CREATE UNIQUE INDEX rebate_grant_once ON public.rebate_grant USING btree (campaign_id, server_id, role_id, threshold_cents) WHERE (taken_back_at IS NULL);
CREATE UNIQUE INDEX refund_part_one_at_a_time ON public.refund_part USING btree (channel_code, txn) WHERE (state = ANY (ARRAY['asked'::text, 'parked'::text]));
CREATE UNIQUE INDEX session_live ON public.session USING btree (account_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX sign_in_failure_try ON public.sign_in_failure USING btree (try_id);
alter default privileges grant insert, select, update on tables to hc_app;
alter default privileges grant insert, select, update on tables to hc_desk;
alter table account add constraint account_email_key UNIQUE (email);
alter table account add constraint account_kind_check CHECK ((kind = ANY (ARRAY['player'::text, 'visitor'::text]))) NOT VALID;
alter table account add constraint account_login_key UNIQUE (login);
alter table account add constraint account_phone_key UNIQUE (phone);
alter table account add constraint account_pkey PRIMARY KEY (account_id);
alter table account add constraint account_uid_key UNIQUE (uid);
alter table account_market add constraint account_market_appeal_check CHECK ((appeal = ANY (ARRAY['none'::text, 'asked'::text, 'granted'::text, 'refused'::text])));
alter table account_market add constraint account_market_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table account_market add constraint account_market_pkey PRIMARY KEY (account_id);
alter table account_market add constraint account_market_source_check CHECK ((source = ANY (ARRAY['declared'::text, 'staff'::text, 'payer'::text])));
alter table account_market add constraint account_market_strikes_check CHECK ((strikes >= 0));
alter table account_signal add constraint account_signal_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table account_signal add constraint account_signal_pkey PRIMARY KEY (account_id, signal);
alter table account_signal add constraint account_signal_signal_check CHECK ((signal = ANY (ARRAY['game'::text, 'payer'::text])));
alter table analytics_seen add constraint analytics_seen_pkey PRIMARY KEY (signature);
alter table arrival_time add constraint arrival_time_measured_check CHECK (measured);
alter table arrival_time add constraint arrival_time_pkey PRIMARY KEY (measured);
alter table arrival_time add constraint arrival_time_seconds_check CHECK (((seconds > 0) AND ((seconds % 5) = 0)));
alter table article add constraint article_is_seen CHECK ((publish_at < unpublish_at));
alter table article add constraint article_pkey PRIMARY KEY (id);
alter table article add constraint article_runs CHECK ((starts_at < ends_at));
alter table article add constraint article_state_check CHECK ((state = ANY (ARRAY['live'::text, 'down'::text])));
alter table article add constraint article_type_check CHECK ((type = ANY (ARRAY[1, 2, 3])));
alter table bonus_hold add constraint bonus_hold_order_no_key UNIQUE (order_no);
alter table bonus_hold add constraint bonus_hold_pkey PRIMARY KEY (server_id, role_id, cp_goods_id, epoch);
alter table bonus_reset add constraint bonus_reset_cp_goods_id_fkey FOREIGN KEY (cp_goods_id) REFERENCES product(cp_goods_id);
alter table bonus_reset add constraint bonus_reset_pkey PRIMARY KEY (cp_goods_id, at);
alter table book_country add constraint book_country_book_id_fkey FOREIGN KEY (book_id) REFERENCES price_book(book_id);
alter table book_country add constraint book_country_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table book_country add constraint book_country_pkey PRIMARY KEY (country);
alter table book_cursor add constraint book_cursor_pkey PRIMARY KEY (channel_code);
alter table capture add constraint capture_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'surplus'::text, 'mismatch'::text])));
alter table capture add constraint capture_pkey PRIMARY KEY (channel_code, txn);
alter table channel_health add constraint channel_health_pkey PRIMARY KEY (channel_code);
alter table channel_method add constraint channel_method_check CHECK ((max_minor >= min_minor));
alter table channel_method add constraint channel_method_max_minor_check CHECK ((max_minor > 0));
alter table channel_method add constraint channel_method_method_check CHECK ((method ~ '^[a-z0-9_]{2,32}$'::text));
alter table channel_method add constraint channel_method_min_minor_check CHECK ((min_minor > 0));
alter table channel_method add constraint channel_method_pkey PRIMARY KEY (channel_code, method);
alter table channel_method add constraint channel_method_settles_check CHECK ((settles = ANY (ARRAY['instant'::text, 'minutes'::text, 'days'::text])));
alter table channel_rule add constraint channel_rule_channel_code_fkey FOREIGN KEY (channel_code) REFERENCES payment_channel(channel_code);
alter table channel_rule add constraint channel_rule_check CHECK ((max_minor >= min_minor));
alter table channel_rule add constraint channel_rule_currency_fkey FOREIGN KEY (currency) REFERENCES currency(code);
alter table channel_rule add constraint channel_rule_min_minor_check CHECK ((min_minor > 0));
alter table channel_rule add constraint channel_rule_pkey PRIMARY KEY (channel_code, currency);
alter table chore add constraint chore_pkey PRIMARY KEY (name);
alter table consent add constraint consent_kind_check CHECK ((kind = ANY (ARRAY['waiver'::text, 'waiver_mail'::text, 'waiver_file'::text])));
alter table consent add constraint consent_order_no_kind_key UNIQUE (order_no, kind);
alter table consent add constraint consent_pkey PRIMARY KEY (consent_id);
alter table content_block add constraint content_block_pkey PRIMARY KEY (name, locale);
alter table content_version add constraint content_version_pkey PRIMARY KEY (topic);
alter table currency add constraint currency_code_check CHECK (((code ~ '^[A-Z]{3}$'::text) AND (code <> ALL (ARRAY['HCB'::text, 'HCP'::text]))));
alter table currency add constraint currency_pkey PRIMARY KEY (code);
alter table day_digest add constraint day_digest_n_check CHECK ((n >= 0));
alter table day_digest add constraint day_digest_pkey PRIMARY KEY (day, tbl);
alter table delivery_again add constraint delivery_again_answer_check CHECK ((answer = ANY (ARRAY['there'::text, 'other_grant'::text, 'refused'::text])));
alter table delivery_again add constraint delivery_again_pkey PRIMARY KEY (outbox_id);
alter table demo_ended add constraint demo_ended_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table demo_ended add constraint demo_ended_pkey PRIMARY KEY (account_id);
alter table demo_history add constraint demo_history_one_check CHECK (one);
alter table demo_history add constraint demo_history_pkey PRIMARY KEY (one);
alter table dispute add constraint dispute_pkey PRIMARY KEY (channel_code, dispute_id);
alter table dispute add constraint dispute_stage_check CHECK ((stage = ANY (ARRAY['opened'::text, 'won'::text, 'lost'::text])));
alter table dispute_event add constraint dispute_event_pkey PRIMARY KEY (channel_code, dispute_id, event_id);
alter table document add constraint document_check CHECK (((kind = 'credit_note'::text) = (of_series IS NOT NULL)));
alter table document add constraint document_due_id_key UNIQUE (due_id);
alter table document add constraint document_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])));
alter table document add constraint document_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text));
alter table document add constraint document_number_check CHECK ((number > 0));
alter table document add constraint document_of_series_of_number_fkey FOREIGN KEY (of_series, of_number) REFERENCES document(series, number);
alter table document add constraint document_pkey PRIMARY KEY (series, number);
alter table document add constraint document_series_fkey FOREIGN KEY (series) REFERENCES document_series(series);
alter table document_due add constraint document_due_check CHECK (((tax_minor >= 0) AND (tax_minor <= gross_minor)));
alter table document_due add constraint document_due_gross_minor_check CHECK ((gross_minor > 0));
alter table document_due add constraint document_due_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])));
alter table document_due add constraint document_due_kind_source_key UNIQUE (kind, source);
alter table document_due add constraint document_due_pkey PRIMARY KEY (due_id);
alter table document_series add constraint document_series_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES legal_entity(entity_id);
alter table document_series add constraint document_series_entity_id_kind_year_key UNIQUE (entity_id, kind, year);
alter table document_series add constraint document_series_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])));
alter table document_series add constraint document_series_next_check CHECK ((next > 0));
alter table document_series add constraint document_series_pkey PRIMARY KEY (series);
alter table external_identity add constraint external_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table external_identity add constraint external_identity_made_by_check CHECK ((made_by = ANY (ARRAY['game'::text, 'email'::text])));
alter table external_identity add constraint external_identity_pkey PRIMARY KEY (provider, subject);
alter table external_identity add constraint external_identity_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text, 'wechat'::text])));
alter table first_top_up add constraint first_top_up_pkey PRIMARY KEY (server_id, role_id, cp_goods_id, epoch);
alter table forget_due add constraint forget_due_pkey PRIMARY KEY (account_id);
alter table former_key add constraint former_key_pkey PRIMARY KEY (purpose, hint);
alter table fx_rate add constraint fx_rate_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));
alter table fx_rate add constraint fx_rate_per_eur_check CHECK ((per_eur > (0)::numeric));
alter table fx_rate add constraint fx_rate_pkey PRIMARY KEY (day, currency);
alter table game_key add constraint game_key_pkey PRIMARY KEY (key_id);
alter table game_key add constraint game_key_public_key_check CHECK ((octet_length(public_key) = 32));
alter table game_role add constraint game_role_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table game_role add constraint game_role_pkey PRIMARY KEY (server_id, role_id);
alter table game_role add constraint game_role_server_id_fkey FOREIGN KEY (server_id) REFERENCES game_server(server_id);
alter table game_server add constraint game_server_pkey PRIMARY KEY (server_id);
alter table game_server add constraint game_server_status_check CHECK ((status = ANY (ARRAY[0, 1])));
alter table game_signature add constraint game_signature_pkey PRIMARY KEY (signature);
alter table gateway_question add constraint gateway_question_pkey PRIMARY KEY (gateway_question_id);
alter table gateway_refund add constraint gateway_refund_pkey PRIMARY KEY (channel_code, refund_txn);
alter table inbox add constraint inbox_channel_code_event_id_key UNIQUE (channel_code, event_id);
alter table inbox add constraint inbox_pkey PRIMARY KEY (inbox_id);
alter table inbox_cleared add constraint inbox_cleared_one_check CHECK (one);
alter table inbox_cleared add constraint inbox_cleared_pkey PRIMARY KEY (one);
alter table law_pack add constraint law_pack_check CHECK ((ended_at >= enabled_at));
alter table law_pack add constraint law_pack_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table law_pack add constraint law_pack_pkey PRIMARY KEY (country, version);
alter table law_pack add constraint law_pack_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text));
alter table law_pack add constraint law_pack_version_check CHECK ((version > 0));
alter table ledger_account add constraint ledger_account_pkey PRIMARY KEY (ledger_account_id);
alter table ledger_correction add constraint ledger_correction_approval_no_key UNIQUE (approval_no);
alter table ledger_correction add constraint ledger_correction_check CHECK (((decided_by <> ''::text) AND (decided_by <> done_by)));
alter table ledger_correction add constraint ledger_correction_pkey PRIMARY KEY (correction_no);
alter table ledger_correction_entry add constraint ledger_correction_entry_amount_check CHECK ((amount <> 0));
alter table ledger_correction_entry add constraint ledger_correction_entry_correction_no_fkey FOREIGN KEY (correction_no) REFERENCES ledger_correction(correction_no);
alter table ledger_correction_entry add constraint ledger_correction_entry_ledger_account_id_check CHECK (((ledger_account_id = ANY (ARRAY[(1)::bigint, (9)::bigint, (10)::bigint, (13)::bigint])) OR ((ledger_account_id < 0) AND (((- ledger_account_id) % (16)::bigint) = ANY (ARRAY[(1)::bigint, (5)::bigint, (6)::bigint, (11)::bigint])))));
alter table ledger_correction_entry add constraint ledger_correction_entry_pkey PRIMARY KEY (correction_no, ledger_account_id);
alter table ledger_entry add constraint ledger_entry_amount_check CHECK ((amount <> 0));
alter table ledger_entry add constraint ledger_entry_pkey PRIMARY KEY (journal_id, ledger_account_id);
alter table ledger_journal add constraint ledger_journal_pkey PRIMARY KEY (journal_id);
alter table ledger_journal add constraint ledger_journal_reason_source_id_key UNIQUE (reason, source_id);
alter table legal_entity add constraint legal_entity_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table legal_entity add constraint legal_entity_entity_id_check CHECK ((entity_id ~ '^[a-z0-9_-]{1,32}$'::text));
alter table legal_entity add constraint legal_entity_evidence_min_check CHECK ((evidence_min = ANY (ARRAY[1, 2])));
alter table legal_entity add constraint legal_entity_name_check CHECK ((name <> ''::text));
alter table legal_entity add constraint legal_entity_pkey PRIMARY KEY (entity_id);
alter table legal_entity add constraint legal_entity_tax_ids_check CHECK ((jsonb_typeof(tax_ids) = 'object'::text));
alter table legal_text add constraint legal_text_body_check CHECK ((body <> ''::text));
alter table legal_text add constraint legal_text_kind_check CHECK ((kind = ANY (ARRAY['waiver'::text, 'withdrawal'::text])));
alter table legal_text add constraint legal_text_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text));
alter table legal_text add constraint legal_text_pkey PRIMARY KEY (kind, version, locale);
alter table legal_text add constraint legal_text_version_check CHECK ((version > 0));
alter table message add constraint message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'webhook'::text, 'slack'::text])));
alter table message add constraint message_pkey PRIMARY KEY (message_id);
alter table message add constraint message_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])));
alter table oauth_state add constraint oauth_state_pkey PRIMARY KEY (state_hash);
alter table one_time_token add constraint one_time_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table one_time_token add constraint one_time_token_kind_check CHECK ((kind = ANY (ARRAY['web'::text, 'oauth'::text, 'ticket'::text])));
alter table one_time_token add constraint one_time_token_pkey PRIMARY KEY (token_hash);
alter table opening add constraint opening_pkey PRIMARY KEY (opening_id);
alter table opening add constraint opening_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])));
alter table opening_buyer add constraint opening_buyer_pkey PRIMARY KEY (account_id);
alter table operator_action add constraint operator_action_done_by_check CHECK ((done_by <> ''::text));
alter table operator_action add constraint operator_action_note_check CHECK ((note <> ''::text));
alter table operator_action add constraint operator_action_pkey PRIMARY KEY (operator_action_id);
alter table order_event add constraint order_event_pkey PRIMARY KEY (order_no, event_id);
alter table order_evidence add constraint order_evidence_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table order_evidence add constraint order_evidence_pkey PRIMARY KEY (order_no, signal, country);
alter table order_evidence add constraint order_evidence_signal_check CHECK ((signal = 'payer'::text));
alter table order_letter add constraint order_letter_event_check CHECK ((event = ANY (ARRAY['paid'::text, 'delivered'::text, 'refunded'::text, 'review'::text])));
alter table order_letter add constraint order_letter_pkey PRIMARY KEY (order_no, event, ref);
alter table order_promise add constraint order_promise_pkey PRIMARY KEY (order_no);
alter table order_question add constraint order_question_pkey PRIMARY KEY (subject);
alter table order_terms add constraint order_terms_evidence_check CHECK ((jsonb_typeof(evidence) = 'array'::text));
alter table order_terms add constraint order_terms_items_check CHECK (((jsonb_typeof(items) = 'array'::text) AND ((jsonb_array_length(items) >= 1) AND (jsonb_array_length(items) <= 50))));
alter table order_terms add constraint order_terms_market_check CHECK ((market ~ '^[A-Z]{2}$'::text));
alter table order_terms add constraint order_terms_pkey PRIMARY KEY (order_no);
alter table order_terms add constraint order_terms_point_rate_check CHECK ((point_rate > 0));
alter table order_terms add constraint order_terms_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 999999)));
alter table order_terms add constraint order_terms_tax_country_check CHECK ((tax_country ~ '^[A-Z]{2}$'::text));
alter table order_terms add constraint order_terms_tax_minor_check CHECK ((tax_minor >= 0));
alter table order_terms add constraint order_terms_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text));
alter table orders add constraint orders_method_check CHECK ((method ~ '^[a-z0-9_]{2,32}(/[A-Z]{2})?$'::text));
alter table orders add constraint orders_pkey PRIMARY KEY (order_no);
alter table orders set (fillfactor=70);
alter table outbox add constraint outbox_pkey PRIMARY KEY (outbox_id);
alter table outbox set (fillfactor=70);
alter table outbox_try add constraint outbox_try_pkey PRIMARY KEY (outbox_try_id);
alter table pack_part_kept add constraint pack_part_kept_pkey PRIMARY KEY (order_no);
alter table payment_channel add constraint payment_channel_max_cents_check CHECK ((max_cents > 0));
alter table payment_channel add constraint payment_channel_min_cents_check CHECK ((min_cents > 0));
alter table payment_channel add constraint payment_channel_pkey PRIMARY KEY (channel_code);
alter table payout add constraint payout_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));
alter table payout add constraint payout_pkey PRIMARY KEY (channel_code, payout_id);
alter table payout_line add constraint payout_line_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text])));
alter table payout_line add constraint payout_line_pkey PRIMARY KEY (channel_code, kind, reference);
alter table point_adjustment add constraint point_adjustment_check CHECK (((basic_points <> 0) OR (present_points <> 0)));
alter table point_adjustment add constraint point_adjustment_pkey PRIMARY KEY (adjustment_no);
alter table point_rate add constraint point_rate_book_id_fkey FOREIGN KEY (book_id) REFERENCES price_book(book_id);
alter table point_rate add constraint point_rate_minor_per_1000_points_check CHECK ((minor_per_1000_points > 0));
alter table point_rate add constraint point_rate_pkey PRIMARY KEY (book_id);
alter table price add constraint price_amount_minor_check CHECK ((amount_minor > 0));
alter table price add constraint price_book_id_fkey FOREIGN KEY (book_id) REFERENCES price_book(book_id);
alter table price add constraint price_check CHECK ((ends_at > starts_at));
alter table price add constraint price_cp_goods_id_fkey FOREIGN KEY (cp_goods_id) REFERENCES product(cp_goods_id);
alter table price add constraint price_pkey PRIMARY KEY (price_id);
alter table price_book add constraint price_book_book_id_check CHECK ((book_id ~ '^[a-z0-9_-]{1,32}$'::text));
alter table price_book add constraint price_book_currency_fkey FOREIGN KEY (currency) REFERENCES currency(code);
alter table price_book add constraint price_book_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES legal_entity(entity_id);
alter table price_book add constraint price_book_pkey PRIMARY KEY (book_id);
alter table price_book add constraint price_book_tax_check CHECK ((tax = ANY (ARRAY['inclusive'::text, 'none'::text])));
alter table price_book add constraint price_book_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text));
alter table product add constraint product_bonus_pct_check CHECK (((bonus_pct >= 0) AND (bonus_pct <= 1000)));
alter table product add constraint product_is_no_exact_pack CHECK ((cp_goods_id <> 'coin_exact'::text));
alter table product add constraint product_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'coin'::text])));
alter table product add constraint product_pkey PRIMARY KEY (cp_goods_id);
alter table product add constraint product_price_cents_check CHECK ((price_cents > 0));
alter table product add constraint product_quantity_check CHECK ((quantity > 0));
alter table rebate_away add constraint rebate_away_cents_check CHECK ((cents >= 0));
alter table rebate_away add constraint rebate_away_pkey PRIMARY KEY (order_no);
alter table rebate_away set (fillfactor=70);
alter table rebate_campaign add constraint it_ends_after_it_begins CHECK ((ends_at > starts_at));
alter table rebate_campaign add constraint one_campaign_at_a_time EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE ((state = 'ready'::text));
alter table rebate_campaign add constraint rebate_campaign_counts_check CHECK (((cardinality(counts) > 0) AND (counts <@ ARRAY['item'::text, 'coin'::text])));
alter table rebate_campaign add constraint rebate_campaign_pkey PRIMARY KEY (campaign_id);
alter table rebate_campaign add constraint rebate_campaign_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'ready'::text, 'stopped'::text])));
alter table rebate_campaign add constraint rebate_campaign_tiers_check CHECK ((jsonb_typeof(tiers) = 'array'::text));
alter table rebate_grant add constraint rebate_grant_pkey PRIMARY KEY (number);
alter table rebate_progress add constraint rebate_progress_cents_check CHECK ((cents >= 0));
alter table rebate_progress add constraint rebate_progress_pkey PRIMARY KEY (campaign_id, server_id, role_id);
alter table rebate_progress set (fillfactor=70);
alter table rebate_tier add constraint it_gives_something CHECK ((((threshold_cents * rate_pct) >= 100) OR (gift_goods_id IS NOT NULL)));
alter table rebate_tier add constraint rebate_tier_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES rebate_campaign(campaign_id);
alter table rebate_tier add constraint rebate_tier_gift_goods_id_fkey FOREIGN KEY (gift_goods_id) REFERENCES product(cp_goods_id);
alter table rebate_tier add constraint rebate_tier_gift_quantity_check CHECK ((gift_quantity > 0));
alter table rebate_tier add constraint rebate_tier_pkey PRIMARY KEY (campaign_id, threshold_cents);
alter table rebate_tier add constraint rebate_tier_rate_pct_check CHECK (((rate_pct >= 0) AND (rate_pct <= 100)));
alter table rebate_tier add constraint rebate_tier_threshold_cents_check CHECK ((threshold_cents > 0));
alter table reconcile_finding add constraint reconcile_finding_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount_differs'::text, 'paid_back_twice'::text])));
alter table reconcile_finding add constraint reconcile_finding_pkey PRIMARY KEY (channel_code, kind, txn);
alter table redeem_campaign add constraint it_ends_after_it_begins CHECK ((ends_at > starts_at));
alter table redeem_campaign add constraint it_gives_something CHECK (((items <> '[]'::jsonb) OR ((basic_points + present_points) > 0)));
alter table redeem_campaign add constraint never_beyond_the_total CHECK (((total IS NULL) OR (used <= total)));
alter table redeem_campaign add constraint redeem_campaign_basic_points_check CHECK ((basic_points >= 0));
alter table redeem_campaign add constraint redeem_campaign_items_check CHECK ((jsonb_typeof(items) = 'array'::text));
alter table redeem_campaign add constraint redeem_campaign_per_account_check CHECK ((per_account > 0));
alter table redeem_campaign add constraint redeem_campaign_per_role_check CHECK ((per_role > 0));
alter table redeem_campaign add constraint redeem_campaign_pkey PRIMARY KEY (campaign_id);
alter table redeem_campaign add constraint redeem_campaign_present_points_check CHECK ((present_points >= 0));
alter table redeem_campaign add constraint redeem_campaign_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'ready'::text, 'stopped'::text])));
alter table redeem_campaign add constraint redeem_campaign_total_check CHECK ((total > 0));
alter table redeem_code add constraint never_beyond_its_uses CHECK (((uses IS NULL) OR (used <= uses)));
alter table redeem_code add constraint redeem_code_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES redeem_campaign(campaign_id);
alter table redeem_code add constraint redeem_code_code_check CHECK ((code ~ '^[A-Z0-9]{4,64}$'::text));
alter table redeem_code add constraint redeem_code_pkey PRIMARY KEY (code);
alter table redeem_code add constraint redeem_code_uses_check CHECK ((uses > 0));
alter table redemption add constraint redemption_pkey PRIMARY KEY (number);
alter table refund_event add constraint refund_event_pkey PRIMARY KEY (refund_event_id);
alter table refund_failure add constraint refund_failure_pkey PRIMARY KEY (channel_code, refund_txn);
alter table refund_part add constraint refund_part_amount_cents_check CHECK ((amount_cents > 0));
alter table refund_part add constraint refund_part_pkey PRIMARY KEY (order_no, part);
alter table refund_part add constraint refund_part_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'parked'::text, 'done'::text, 'refused'::text, 'failed'::text, 'settled'::text])));
alter table refund_request add constraint refund_request_amount_cents_check CHECK ((amount_cents > 0));
alter table refund_request add constraint refund_request_pkey PRIMARY KEY (order_no);
alter table refund_request add constraint refund_request_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'sent'::text, 'done'::text, 'refused'::text, 'failed'::text, 'settled'::text])));
alter table refund_settlement add constraint refund_settlement_how_check CHECK ((how = ANY (ARRAY['elsewhere'::text, 'gateway'::text])));
alter table refund_settlement add constraint refund_settlement_pkey PRIMARY KEY (refund_settlement_id);
alter table schema_functions add constraint schema_functions_one_check CHECK (one);
alter table schema_functions add constraint schema_functions_pkey PRIMARY KEY (one);
alter table schema_migration add constraint schema_migration_pkey PRIMARY KEY (name);
alter table session add constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table session add constraint session_pkey PRIMARY KEY (token_hash);
alter table session add constraint session_revoked_reason_check CHECK ((revoked_reason = ANY (ARRAY['superseded'::text, 'logout'::text, 'disabled'::text, 'reset'::text, 'ended'::text])));
alter table support_request add constraint support_request_idem_key_key UNIQUE (idem_key);
alter table support_request add constraint support_request_pkey PRIMARY KEY (number);
alter table support_request add constraint support_request_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])));
alter table tax_rate add constraint tax_rate_check CHECK ((valid_to > valid_from));
alter table tax_rate add constraint tax_rate_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
alter table tax_rate add constraint tax_rate_kind_check CHECK ((kind <> ''::text));
alter table tax_rate add constraint tax_rate_name_check CHECK ((name <> ''::text));
alter table tax_rate add constraint tax_rate_pkey PRIMARY KEY (country, region, kind, valid_from);
alter table tax_rate add constraint tax_rate_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 999999)));
alter table verification_code add constraint verification_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
alter table verification_code add constraint verification_code_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text])));
alter table verification_code add constraint verification_code_pkey PRIMARY KEY (code_id);
alter table verification_code add constraint verification_code_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'reset'::text])));
alter table withdrawal add constraint withdrawal_outcome_check CHECK ((outcome = ANY (ARRAY['cancelled'::text, 'refund'::text, 'refunded'::text, 'waived'::text, 'late'::text, 'no_right'::text, 'person'::text, 'refused'::text])));
alter table withdrawal add constraint withdrawal_pkey PRIMARY KEY (number);
alter table withdrawal add constraint withdrawal_same_key_key UNIQUE (same_key);
alter table withdrawal_event add constraint withdrawal_event_number_fkey FOREIGN KEY (number) REFERENCES withdrawal(number);
alter table withdrawal_event add constraint withdrawal_event_pkey PRIMARY KEY (event_id);
create table account (
  account_id bigint not null generated as identity,
  uid text not null,
  login text not null,
  password_hash text,
  email text,
  phone text,
  email_login boolean not null default true,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  credentials_changed_at timestamp with time zone,
  fingerprint bytea,
  back_as bigint,
  receipts boolean not null default true,
  kind text not null default 'player'::text
);
create table account_market (
  account_id bigint not null,
  country text not null,
  source text not null,
  since timestamp with time zone not null,
  change_from timestamp with time zone not null,
  strikes integer not null default 0,
  appeal text not null default 'none'::text,
  note text not null default ''::text,
  appealed_at timestamp with time zone
);
create table account_signal (
  account_id bigint not null,
  signal text not null,
  country text not null,
  at timestamp with time zone not null
);
create table analytics_event (
  at timestamp with time zone not null,
  event text not null,
  props jsonb not null,
  client_id text not null
);
create table analytics_seen (
  signature bytea not null,
  at timestamp with time zone not null
);
create table arrival_time (
  measured boolean not null default true,
  seconds integer not null
);
create table article (
  id text not null,
  type smallint not null,
  img text not null,
  created_at timestamp with time zone not null,
  pinned boolean not null default false,
  hot boolean not null default false,
  texts jsonb not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  version integer not null default 1,
  state text not null default 'live'::text,
  publish_at timestamp with time zone,
  unpublish_at timestamp with time zone
);
create table bonus_hold (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  epoch timestamp with time zone not null,
  order_no text not null
);
create table bonus_reset (
  cp_goods_id text not null,
  at timestamp with time zone not null
);
create table book_country (
  country text not null,
  book_id text not null
);
create table book_cursor (
  channel_code text not null,
  cursor text,
  since timestamp with time zone not null,
  read_at timestamp with time zone not null
);
create table capture (
  channel_code text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  currency text not null,
  outcome text not null,
  source text not null,
  at timestamp with time zone not null,
  booked boolean,
  tax_minor bigint
);
create table channel_health (
  channel_code text not null,
  failures integer not null default 0,
  failed_at timestamp with time zone not null,
  open_until timestamp with time zone not null default '-infinity'::timestamp with time zone
);
create table channel_method (
  channel_code text not null,
  method text not null,
  countries text[],
  currencies text[],
  min_minor bigint,
  max_minor bigint,
  settles text,
  sort integer not null default 100,
  enabled boolean not null default true,
  seen_at timestamp with time zone,
  version integer not null default 1
);
create table channel_rule (
  channel_code text not null,
  currency text not null,
  countries text[],
  min_minor bigint,
  max_minor bigint,
  sort integer not null default 100,
  merchant_of_record boolean not null default false,
  version integer not null default 1
);
create table chore (
  name text not null,
  due_at timestamp with time zone not null
);
create table consent (
  consent_id bigint not null generated as identity,
  order_no text not null,
  account_id bigint not null,
  kind text not null,
  text_version integer not null,
  locale text not null,
  at timestamp with time zone not null
);
create table content_block (
  name text not null,
  locale text not null,
  value jsonb not null,
  version integer not null default 1
);
create table content_version (
  topic text not null,
  version bigint not null default 1
);
create table currency (
  code text not null,
  enabled boolean not null
);
create table day_digest (
  day date not null,
  tbl text not null,
  n bigint not null,
  sum numeric not null,
  hash text not null,
  noted_at timestamp with time zone not null
);
create table delivery_again (
  outbox_id text not null,
  role_id text not null,
  asked_at timestamp with time zone not null,
  tries integer not null default 0,
  run_at timestamp with time zone not null,
  answer text,
  detail text,
  ended_at timestamp with time zone
);
create table demo_ended (
  account_id bigint not null,
  login text not null,
  at timestamp with time zone not null
);
create table demo_history (
  one boolean not null default true,
  start_at timestamp with time zone not null,
  days integer not null default 0,
  done_at timestamp with time zone
);
create table dispute (
  channel_code text not null,
  dispute_id text not null,
  order_no text not null,
  txn text not null,
  amount_cents bigint not null,
  currency text not null,
  stage text not null,
  reason text not null,
  due_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  also_money boolean not null default false
);
create table dispute_event (
  channel_code text not null,
  dispute_id text not null,
  event_id text not null,
  stage text not null,
  at timestamp with time zone not null
);
create table document (
  series text not null,
  number bigint not null,
  due_id bigint not null,
  kind text not null,
  order_no text not null,
  of_series text,
  of_number bigint,
  currency text not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  tax_name text,
  rate_ppm integer,
  tax_country text,
  seller jsonb not null,
  lines jsonb not null,
  buyer bytea not null,
  sold_at timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  hash bytea not null,
  prev_hash bytea not null
);
create table document_due (
  due_id bigint not null generated as identity,
  order_no text not null,
  entity_id text not null,
  kind text not null,
  source text not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  rate_ppm integer,
  at timestamp with time zone not null,
  done_at timestamp with time zone,
  mailed_at timestamp with time zone,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone
);
create table document_series (
  series text not null,
  entity_id text not null,
  kind text not null,
  year integer not null,
  prefix text not null,
  next bigint not null default 1
);
create table external_identity (
  provider text not null,
  subject text not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  made_by text not null default 'email'::text
);
create table fingerprint_key (
  key bytea not null
);
create table first_top_up (
  server_id text not null,
  role_id text not null,
  cp_goods_id text not null,
  order_no text not null,
  epoch timestamp with time zone not null default '-infinity'::timestamp with time zone,
  at timestamp with time zone not null
);
create table forget_due (
  account_id bigint not null,
  asked_at timestamp with time zone not null
);
create table former_key (
  purpose text not null,
  hint bytea not null,
  sealed bytea not null,
  made_at timestamp with time zone not null default now()
);
create table fx_rate (
  day date not null,
  currency text not null,
  per_eur numeric not null,
  source text not null
);
create table game_key (
  key_id text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  public_key bytea
);
create table game_role (
  server_id text not null,
  role_id text not null,
  account_id bigint not null,
  name text not null,
  level integer not null
);
create table game_server (
  server_id text not null,
  name text not null,
  status smallint not null,
  sort integer not null default 0
);
create table game_signature (
  signature bytea not null,
  seen_at timestamp with time zone not null
);
create table gateway_question (
  gateway_question_id bigint not null generated as identity,
  order_no text not null,
  asked_by text not null,
  said text not null,
  answered boolean not null,
  at timestamp with time zone not null
);
create table gateway_refund (
  channel_code text not null,
  refund_txn text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  applied boolean not null default false,
  at timestamp with time zone not null,
  currency text,
  dispute_id text
);
create table inbox (
  inbox_id bigint not null generated as identity,
  channel_code text not null,
  event_id text not null,
  kind text not null,
  order_no text not null,
  txn text not null default ''::text,
  refund_txn text not null default ''::text,
  amount_cents bigint not null default 0,
  currency text not null default ''::text,
  raw text not null,
  received_at timestamp with time zone not null default now(),
  state text not null default 'new'::text,
  outcome text,
  attempts integer not null default 0,
  run_at timestamp with time zone not null default now(),
  detail jsonb,
  payer_country text,
  outcome_note text
);
create table inbox_cleared (
  one boolean not null default true,
  until timestamp with time zone not null
);
create table law_pack (
  country text not null,
  version integer not null,
  valid_from date not null,
  rules jsonb not null,
  source text not null,
  enabled_by text not null,
  enabled_at timestamp with time zone not null,
  ended_by text,
  ended_at timestamp with time zone
);
create table ledger_account (
  ledger_account_id bigint not null generated as identity,
  kind text not null,
  name text not null,
  unit text not null,
  account_id bigint,
  balance bigint
);
create table ledger_correction (
  correction_no bigint not null generated as identity,
  corrects bigint,
  channel_code text not null,
  approval_no bigint not null,
  done_by text not null,
  decided_by text not null,
  at timestamp with time zone not null
);
create table ledger_correction_entry (
  correction_no bigint not null,
  ledger_account_id bigint not null,
  amount bigint not null
);
create table ledger_entry (
  journal_id bigint not null,
  ledger_account_id bigint not null,
  unit text not null,
  amount bigint not null
);
create table ledger_journal (
  journal_id bigint not null generated as identity,
  reason text not null,
  source_id text not null,
  order_no text,
  account_id bigint,
  basic_points bigint not null default 0,
  present_points bigint not null default 0,
  created_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  channel_code text
);
create table legal_entity (
  entity_id text not null,
  name text not null,
  address text not null default ''::text,
  country text not null,
  tax_ids jsonb not null default '{}'::jsonb,
  evidence_min smallint not null default 1,
  version integer not null default 1
);
create table legal_text (
  kind text not null,
  version integer not null,
  locale text not null,
  body text not null,
  hash bytea not null,
  valid_from timestamp with time zone not null
);
create table message (
  message_id bigint not null generated as identity,
  channel text not null,
  target text not null,
  kind text not null,
  locale text not null,
  body bytea not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  detail text,
  run_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  account_id bigint,
  order_no text
);
create table oauth_state (
  state_hash bytea not null,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect text not null,
  remember boolean not null,
  created_at timestamp with time zone not null
);
create table one_time_token (
  token_hash bytea not null,
  kind text not null,
  account_id bigint not null,
  remember boolean not null default false,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);
create table opening (
  opening_id bigint not null generated as identity,
  at timestamp with time zone not null,
  state text not null,
  by text not null,
  why text not null
);
create table opening_buyer (
  account_id bigint not null,
  at timestamp with time zone not null,
  by text not null
);
create table operator_action (
  operator_action_id bigint not null generated as identity,
  action text not null,
  subject text not null,
  order_no text not null,
  done_by text not null,
  note text not null,
  at timestamp with time zone not null
);
create table order_event (
  event_id bigint not null generated as identity,
  order_no text not null,
  from_status smallint,
  to_status smallint not null,
  cause text not null,
  at timestamp with time zone not null
);
create table order_evidence (
  order_no text not null,
  signal text not null,
  country text not null,
  at timestamp with time zone not null
);
create table order_letter (
  order_no text not null,
  event text not null,
  ref text not null default ''::text,
  account_id bigint not null,
  amount_cents bigint not null,
  at timestamp with time zone not null,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  written_at timestamp with time zone,
  delivered_at timestamp with time zone
);
create table order_promise (
  order_no text not null,
  until timestamp with time zone not null,
  asked_until timestamp with time zone not null
);
create table order_question (
  subject text not null,
  asked_at timestamp with time zone not null,
  asking boolean not null default true,
  answered boolean not null default false,
  not_before timestamp with time zone not null
);
create table order_terms (
  order_no text not null,
  items jsonb,
  market text,
  price_id bigint,
  entity_id text,
  tax_country text,
  tax_name text,
  rate_ppm integer,
  tax_minor bigint,
  evidence jsonb,
  weak boolean,
  offer_id text,
  texts jsonb,
  gift boolean,
  point_rate bigint
);
create table orders (
  order_no text not null,
  account_id bigint not null,
  uid text not null,
  status smallint not null default 1,
  cause text not null default 'created'::text,
  order_type text not null,
  cp_goods_id text not null,
  amount_cents bigint not null,
  currency text not null default 'USD'::text,
  bonus_pct integer not null default 0,
  bonus_granted integer,
  channel_code text not null,
  server_id text not null default ''::text,
  server_name text not null default ''::text,
  role_id text not null default ''::text,
  role_name text not null default ''::text,
  idem_key text,
  idem_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  paid_at timestamp with time zone,
  delivered_at timestamp with time zone,
  refunded_at timestamp with time zone,
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  gateway_ref text,
  gateway_url text,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  hold_reason text,
  rebate_campaign_id text,
  title text,
  locale text,
  points bigint,
  base_cents bigint,
  hold_note text,
  method text
);
create table outbox (
  outbox_id text not null,
  kind text not null,
  order_no text not null,
  payload jsonb not null,
  state text not null default 'pending'::text,
  proof text,
  detail text,
  attempts integer not null default 0,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  answer text
);
create table outbox_try (
  outbox_try_id bigint not null generated as identity,
  outbox_id text not null,
  order_no text not null,
  attempt integer not null,
  state text not null,
  detail text,
  at timestamp with time zone not null
);
create table pack_part_kept (
  order_no text not null,
  settled_at timestamp with time zone,
  settled_by text
);
create table payment_channel (
  channel_code text not null,
  sort integer not null default 0,
  enabled boolean not null default true,
  countries text[],
  currencies text[],
  min_cents bigint,
  max_cents bigint,
  version integer not null default 1
);
create table payout (
  channel_code text not null,
  payout_id text not null,
  paid_at timestamp with time zone not null,
  gross_cents bigint not null,
  fee_cents bigint not null,
  booked_by text not null,
  booked_at timestamp with time zone not null,
  currency text not null default 'USD'::text
);
create table payout_line (
  channel_code text not null,
  kind text not null,
  reference text not null,
  payout_id text not null
);
create table point_adjustment (
  adjustment_no bigint not null generated as identity,
  account_id bigint not null,
  basic_points bigint not null,
  present_points bigint not null,
  note text not null,
  done_by text not null,
  at timestamp with time zone not null
);
create table point_rate (
  book_id text not null,
  minor_per_1000_points bigint not null
);
create table price (
  price_id bigint not null generated as identity,
  book_id text not null,
  cp_goods_id text not null,
  offer_id text not null default ''::text,
  amount_minor bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  by text not null,
  created_at timestamp with time zone not null default now(),
  cut_from timestamp with time zone
);
create table price_book (
  book_id text not null,
  currency text not null,
  entity_id text,
  tax text not null,
  protected boolean not null default false,
  texts jsonb not null default '{}'::jsonb,
  version integer not null default 1
);
create table product (
  cp_goods_id text not null,
  kind text not null,
  price_cents bigint not null,
  bonus_pct integer not null default 0,
  icon text not null,
  tag text not null default ''::text,
  sort integer not null default 0,
  active boolean not null default true,
  texts jsonb not null,
  quantity integer,
  featured smallint,
  version integer not null default 1
);
create table rebate_away (
  order_no text not null,
  cents bigint not null
);
create table rebate_campaign (
  campaign_id text not null,
  texts jsonb not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  counts text[] not null,
  version integer not null default 1,
  state text not null default 'ready'::text,
  tiers jsonb not null default '[]'::jsonb
);
create table rebate_grant (
  number text not null,
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  threshold_cents bigint not null,
  order_no text not null,
  account_id bigint not null,
  present_points bigint not null,
  gift_goods_id text,
  gift_quantity integer not null,
  created_at timestamp with time zone not null,
  taken_back_at timestamp with time zone
);
create table rebate_progress (
  campaign_id text not null,
  server_id text not null,
  role_id text not null,
  cents bigint not null
);
create table rebate_tier (
  campaign_id text not null,
  threshold_cents bigint not null,
  rate_pct integer not null,
  gift_goods_id text,
  gift_quantity integer not null default 1
);
create table reconcile_finding (
  channel_code text not null,
  kind text not null,
  txn text not null,
  order_no text not null,
  detail jsonb not null,
  found_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by text
);
create table redeem_campaign (
  campaign_id text not null,
  texts jsonb not null,
  items jsonb not null default '[]'::jsonb,
  basic_points bigint not null default 0,
  present_points bigint not null default 0,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  per_role integer default 1,
  per_account integer,
  total integer,
  used integer not null default 0,
  exhausted_at timestamp with time zone,
  version integer not null default 1,
  state text not null default 'ready'::text
);
create table redeem_code (
  code text not null,
  campaign_id text not null,
  uses integer,
  used integer not null default 0
);
create table redeem_failure (
  account_id bigint not null,
  failed_at timestamp with time zone not null
);
create table redemption (
  number text not null,
  campaign_id text not null,
  code text not null,
  account_id bigint not null,
  server_id text not null,
  role_id text not null,
  items jsonb not null,
  basic_points bigint not null,
  present_points bigint not null,
  created_at timestamp with time zone not null
);
create table refund_event (
  refund_event_id bigint not null generated as identity,
  order_no text not null,
  from_state text,
  to_state text not null,
  detail text,
  at timestamp with time zone not null,
  txn text,
  part integer
);
create table refund_failure (
  channel_code text not null,
  refund_txn text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  reason text not null,
  reversed boolean not null default false,
  at timestamp with time zone not null
);
create table refund_part (
  order_no text not null,
  part integer not null,
  channel_code text not null,
  txn text not null,
  attempt integer not null,
  amount_cents bigint not null,
  reason text not null,
  asked_by text not null,
  state text not null default 'asked'::text,
  refund_txn text,
  detail text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone
);
create table refund_request (
  order_no text not null,
  amount_cents bigint not null,
  reason text not null,
  asked_by text not null,
  state text not null,
  detail text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone
);
create table refund_settlement (
  refund_settlement_id bigint not null generated as identity,
  channel_code text not null,
  txn text not null,
  order_no text not null,
  amount_cents bigint not null,
  note text not null,
  settled_by text not null,
  at timestamp with time zone not null,
  how text not null default 'elsewhere'::text,
  reference text not null default ''::text
);
create table schema_functions (
  one boolean not null default true,
  number integer not null,
  hash text not null,
  applied_at timestamp with time zone not null default now()
);
create table schema_migration (
  name text not null,
  checksum text not null,
  breaking text,
  applied_at timestamp with time zone not null default now()
);
create table session (
  token_hash bytea not null,
  account_id bigint not null,
  remember boolean not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text
);
create table sign_in_failure (
  login_key text not null,
  failed_at timestamp with time zone not null default now(),
  client_ip text,
  try_id bigint not null generated as identity,
  name_key text
);
create table support_request (
  number text not null,
  idem_key text,
  idem_hash bytea not null,
  account text not null,
  order_no text not null,
  email text not null,
  body text not null,
  locale text not null,
  address text not null,
  state text not null default 'open'::text,
  message_id bigint,
  created_at timestamp with time zone not null
);
create table tax_rate (
  country text not null,
  region text not null default ''::text,
  kind text not null default 'digital'::text,
  valid_from date not null,
  valid_to date,
  rate_ppm integer not null,
  name text not null,
  source text not null
);
create table verification_code (
  code_id bigint not null generated as identity,
  channel text not null,
  target text not null,
  purpose text not null,
  account_id bigint,
  code_hash bytea not null,
  client_ip text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries integer not null default 0,
  used_at timestamp with time zone
);
create table withdrawal (
  number text not null,
  same_key bytea not null,
  order_no text not null,
  account_id bigint,
  name bytea not null,
  contact bytea not null,
  locale text not null,
  text_version integer not null,
  stated_at timestamp with time zone not null,
  outcome text not null,
  told text,
  acked_message bigint,
  lease_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  closed_at timestamp with time zone,
  address text not null,
  refund_order text
);
create table withdrawal_event (
  event_id bigint not null generated as identity,
  number text not null,
  outcome text not null,
  by text not null,
  reason text not null default ''::text,
  at timestamp with time zone not null
);
function account_changed() returns trigger volatile;
function account_taken(p_uid text, p_login text, p_email text, p_phone text) returns text stable;
function ack_delivery(p_id text, p_grant text, p_refused text, OUT state text, OUT proof text, OUT detail text) returns record volatile;
function act_on_withdrawal(p_number text, o orders, p_outcome text) returns text volatile;
function add_game_key(p_id text, p_sealed bytea, OUT refusal text) returns text volatile;
function add_game_public_key(p_id text, p_public bytea, OUT refusal text) returns text volatile;
function add_redeem_codes(p_campaign text, p_count integer, p_uses integer DEFAULT 1) returns SETOF text volatile;
function address_left() returns trigger volatile;
function adjust_points(p_uid text, p_basic bigint, p_present bigint, p_note text, p_by text, OUT refusal text, OUT adjustment bigint) returns record volatile;
function answer_appeal(p_account bigint, p_granted boolean, OUT refusal text) returns text volatile security definer set search_path=pg_catalog, public, pg_temp;
function app_now() returns timestamp with time zone stable;
function appeal_market(p_token bytea, p_country text, p_text text, OUT refusal text) returns text volatile;
function apply_approved(p_channel text, p_order text) returns text volatile;
function apply_capture(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_source text, p_payer text) returns text volatile;
function apply_dispute(p_channel text, p_order text, p_txn text, p_amount bigint, p_currency text, p_detail jsonb, p_event text) returns text volatile;
function apply_due_change() returns TABLE(change_id bigint, kind text, target text, state text) volatile security definer set search_path=pg_catalog, public, pg_temp;
function apply_gateway_refund(p_channel text, p_refund_txn text) returns text volatile;
function apply_money_back(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_currency text, p_dispute text) returns text volatile;
function apply_plain(p_free text[], p_channels text[], p_kinds text[], p_orders text[], p_txns text[], p_amounts bigint[], p_currencies text[], p_leases integer[], p_source text, OUT outcomes text[], OUT deliveries jsonb[]) returns record volatile set plan_cache_mode=force_generic_plan, enable_seqscan=off;
function apply_promised(p_channel text, p_order text, p_until_ms double precision) returns text volatile;
function apply_refund_failed(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_reason text) returns text volatile;
function apply_refunded(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint) returns text volatile;
function apply_refunded_in(p_channel text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_currency text) returns text volatile;
function apply_refused(p_channel text, p_order text, p_kind text) returns text volatile;
function ask_about(p_subject text, p_lease_seconds double precision, OUT asks boolean, OUT under_way boolean, OUT was_answered boolean) returns record volatile;
function ask_code(p_channel text, p_target text, p_purpose text, p_hash bytea, p_ip text, p_ip_hourly integer, p_sms_daily integer, p_locale text, p_body bytea, OUT refusal text, OUT message_id bigint) returns record volatile;
function ask_delivery_again(p_number text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function ask_recall(p_number text, p_order text) returns void volatile;
function ask_support(p_number text, p_key text, p_hash bytea, p_account text, p_order text, p_email text, p_text text, p_locale text, p_address text, p_address_hourly integer, p_hourly integer, p_target text, p_mail bytea, OUT refusal text, OUT number text) returns record volatile;
function audit_end() returns bigint stable security definer set search_path=pg_catalog, public, pg_temp;
function audit_fault(p_from bigint DEFAULT 1) returns TABLE(broken bigint, why text) stable security definer set search_path=pg_catalog, public, pg_temp;
function base_kept(o orders) returns bigint stable;
function base_part(o orders, p_cents bigint) returns bigint immutable;
function begin_closed() returns void volatile;
function bonus_epoch(p_goods text, p_at timestamp with time zone) returns timestamp with time zone stable;
function bonus_owner(p_server text, p_role text, p_goods text, p_epoch timestamp with time zone) returns text stable;
function bonus_released() returns trigger volatile;
function broken_rule(p_table text, p_rule text) returns void volatile;
function capture_tax(p_order text, p_channel text, p_currency text, p_gross bigint) returns bigint stable;
function carry_debts(p_from bigint, p_to bigint) returns void volatile;
function catalog_changed() returns trigger volatile;
function changes_due() returns boolean stable security definer set search_path=pg_catalog, public, pg_temp;
function clear_bodies(p_before timestamp with time zone, p_days integer) returns integer volatile;
function close_hold(p_order text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function close_recall(p_number text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function close_refund(p_order text, p_how text, p_reference text, p_txn text, p_note text, p_by text, OUT refusal text, OUT cents bigint) returns record volatile;
function close_shop(p_subject text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function close_webhook(p_id bigint, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function closed_totals_fault() returns TABLE(month date, why text) stable security definer set search_path=pg_catalog, public, pg_temp;
function code_at_hand(p_target text, p_purpose text, p_hash bytea) returns SETOF verification_code volatile;
function confirmation_ended() returns trigger volatile;
function confirmed_since(p_since timestamp with time zone, p_role text) returns TABLE(outbox_id text, role_id text, payload jsonb, proof text, ended_at timestamp with time zone, attempts integer) stable;
function content_changed() returns trigger volatile;
function credentials_changed() returns trigger volatile;
function credit_entries(p_journal bigint, p_account bigint, p_basic bigint, p_present bigint, p_cents bigint) returns void volatile;
function credit_points(p_journal bigint, p_account bigint, p_basic bigint, p_present bigint, p_unit text, p_gross bigint, p_tax bigint) returns void volatile;
function currency_has_books(p_currency text) returns boolean stable;
function currency_open(p_currency text) returns boolean stable;
function decide_withdrawal(p_number text, p_order text, p_outcome text, p_by text, p_reason text, OUT refusal text) returns text volatile;
function deliver_gift(p_number text, p_uid text) returns void volatile;
function delivery_waits() returns interval immutable;
function demo_clock(p_ms bigint) returns void volatile;
function demo_play(p_rows jsonb, p_key text) returns void volatile;
function document_hash(d document) returns bytea stable;
function document_number(p_series text, p_number bigint) returns text stable;
function document_waits() returns interval immutable;
function documents_due(p_limit integer) returns TABLE(due_id bigint, entity_id text, kind text, uid text, email text) stable;
function drop_analytics_partitions(p_keep_days integer) returns integer volatile;
function drop_old_requests(p_days integer) returns void volatile;
function due_credit_note(o orders, p_cents bigint, p_source text) returns void volatile;
function due_receipts(p_orders text[]) returns void volatile set enable_seqscan=off;
function enable_law_pack(p_country text, p_version integer, p_valid_from date, p_rules jsonb, p_source text, p_by text) returns void volatile;
function end_demo() returns text[] volatile security definer set search_path=pg_catalog, public, pg_temp;
function end_law_pack(p_country text, p_by text) returns boolean volatile;
function end_price(p_price bigint, p_ends_at timestamp with time zone, OUT refusal text) returns text volatile security definer set search_path=pg_catalog, public, pg_temp;
function end_refund_request(p_order text, p_state text, p_detail text) returns void volatile;
function entries_posted() returns trigger volatile set enable_seqscan=off;
function exact_amount(p_points bigint, p_rate bigint, p_currency text) returns bigint immutable;
function exact_name(p_goods text, p_points bigint) returns text immutable;
function exact_rate(p_currency text, p_terms jsonb) returns bigint stable;
function exact_step(p_currency text) returns integer immutable;
function expire_order(p_order text) returns text volatile;
function fingerprint_of(p_uid text) returns bytea stable;
function finish_deliveries(p_ids text[], p_states text[], p_proofs text[], p_details text[], p_pauses bigint[], p_answers text[]) returns TABLE(ord integer) volatile set plan_cache_mode=force_generic_plan, enable_seqscan=off;
function finish_delivery(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint, p_answer text) returns text volatile;
function finish_recall(p_id text, p_state text, p_proof text, p_detail text, p_pause_ms bigint, p_answer text) returns void volatile;
function follow_withdrawals(p_limit integer) returns integer volatile;
function forget_account(p_account bigint, p_pseudonym text) returns text volatile;
function forget_again(p_hashes text[], OUT brought_back integer, OUT waiting integer) returns record volatile;
function forget_at_desk(p_account bigint, p_uid text, p_numbers text[], p_words text[], p_pseudonym text) returns void volatile security definer set search_path=pg_catalog, public, pg_temp;
function forget_due() returns integer volatile;
function forget_requests(p_email text, p_names text[], p_account bigint) returns void volatile;
function forget_words(p_numbers text[], p_words text[], p_pseudonym text) returns void volatile security definer set search_path=public, pg_temp;
function forgotten(p_after timestamp with time zone) returns SETOF text stable;
function give_gift_again(p_number text) returns void volatile;
function give_rights_on_functions() returns void volatile;
function grant_points(p_uid text, p_basic bigint, p_present bigint, p_reason text) returns void volatile;
function guard_inbox() returns trigger volatile;
function guard_ledger_account() returns trigger volatile;
function guard_order() returns trigger volatile;
function guard_outbox() returns trigger volatile;
function has_demo_history() returns boolean stable security definer set search_path=pg_catalog, public, pg_temp;
function hold_text(o orders) returns text immutable;
function identity_linked() returns trigger volatile;
function identity_token(p_provider text, p_subject text, p_email text, p_state bytea, p_token bytea, p_remember boolean, p_ttl interval) returns bigint volatile;
function is_code(p_target text, p_purpose text, p_hash bytea) returns boolean volatile;
function is_confirmation(p_order text, p_event text) returns boolean stable;
function is_disputed(p_order text) returns boolean stable;
function is_overtime(p_created timestamp with time zone) returns boolean stable;
function issue_documents(p_entity text, p_kind text, p_dues bigint[], p_buyers bytea[]) returns integer volatile;
function items_of(o orders, p_bonus integer) returns jsonb stable;
function journal_balances() returns trigger volatile;
function kept_for_the_living() returns trigger volatile;
function last_anchor() returns TABLE(day text, hash text) stable security definer set search_path=pg_catalog, public, pg_temp;
function law_changed() returns trigger volatile;
function lease_again(p_limit integer, p_lease_seconds integer) returns TABLE(outbox_id text, payload jsonb, proof text, tries integer) volatile;
function lease_checks(p_limit integer, p_lease_seconds integer, p_settled_seconds double precision DEFAULT 3600) returns TABLE(order_no text, channel_code text, status smallint, gateway_ref text, expired boolean, checks integer) volatile;
function lease_document_mails(p_limit integer, p_lease_seconds integer) returns TABLE(due_id bigint, order_no text, number text, email text, locale text) volatile;
function lease_messages(p_limit integer, p_lease_seconds integer) returns TABLE(message_id bigint, channel text, target text, kind text, locale text, body bytea, attempts integer, over boolean) volatile;
function lease_order_letters(p_limit integer, p_lease_seconds integer) returns TABLE(order_no text, event text, ref text, amount_cents bigint, at timestamp with time zone, email text, locale text, order_type text, cp_goods_id text, paid_cents bigint, bonus_pct integer, bonus_granted integer, channel_code text, server_name text, role_name text) volatile;
function lease_outbox(p_kind text, p_limit integer, p_lease_seconds integer) returns TABLE(outbox_id text, order_no text, payload jsonb, attempts integer, created_at timestamp with time zone, overtime boolean) volatile;
function lease_withdrawals(p_limit integer, p_lease_seconds integer) returns TABLE(number text, order_no text, outcome text, told text, own boolean, name bytea, contact bytea, locale text, text_version integer, stated_at timestamp with time zone) volatile;
function leave_kept_points(p_order text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function leave_process(p_process uuid) returns void volatile security definer set search_path=pg_catalog, public, pg_temp;
function leaving_waits_for(p_account bigint, p_uid text) returns text stable;
function ledger_days_fault() returns TABLE(account text, unit text, days bigint, entries bigint) stable security definer set search_path=pg_catalog, public, pg_temp;
function let_buy(p_subject text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function letter_of_refund() returns trigger volatile;
function letter_of_settlement() returns trigger volatile;
function letters_left() returns trigger volatile;
function letters_of_order() returns trigger volatile;
function links_by_email_end() returns trigger volatile;
function lives_of(p_account bigint) returns SETOF bigint stable;
function lock_rebate(o orders) returns void volatile;
function lock_rebates(p_orders text[]) returns bigint[] volatile;
function lock_wallets(p_accounts bigint[]) returns void volatile;
function mail_document(p_due bigint, p_target text, p_locale text, p_body bytea, p_hours integer) returns boolean volatile;
function make_analytics_partitions(p_from date, p_to date) returns void volatile;
function mark_paid(o orders, p_source text) returns integer volatile;
function mark_refund_sent(p_order text) returns void volatile;
function mark_refunded(o orders, p_txn text, p_cents bigint, p_source text, p_cause text, p_state text, p_said text) returns text volatile;
function market_changed() returns trigger volatile;
function may_begin(p_account bigint) returns boolean stable;
function may_sign_in(a account) returns boolean immutable;
function media_picture(p_hash text, p_width integer) returns bytea stable security definer set search_path=pg_catalog, public, pg_temp;
function money_gone(p_channel text, p_txn text) returns bigint stable;
function money_owed(c capture) returns bigint stable;
function money_promised(o orders) returns bigint stable;
function money_settled(p_channel text, p_txn text) returns bigint stable;
function move_plans() returns TABLE(change_id bigint, kind text, target text, was timestamp with time zone, at timestamp with time zone) volatile security definer set search_path=pg_catalog, public, pg_temp;
function move_rebate(o orders, p_cents bigint) returns void volatile;
function name_key(p_name text) returns text immutable;
function names_one(p_text text, p_words text[]) returns boolean immutable;
function note_action(p_action text, p_subject text, p_order text, p_by text, p_note text) returns void volatile;
function note_backup(p_backup text, p_taken timestamp with time zone, p_by text) returns TABLE(refusal text, did boolean) volatile;
function note_channel(p_channel text, p_ok boolean) returns void volatile;
function note_content(p_topic text) returns void volatile security definer set search_path=public, pg_temp;
function note_paid_twice(c capture, g gateway_refund) returns void volatile;
function note_payer(p_order text, p_country text) returns void volatile;
function note_payers(p_channels text[], p_txns text[], p_countries text[]) returns void volatile set enable_seqscan=off;
function note_refund(p_outbox text, p_refund_txn text, p_attempt integer) returns void volatile;
function note_try(b outbox, p_state text, p_detail text) returns void volatile;
function open_currency(p_code text) returns void volatile;
function open_functions() returns TABLE(signature text, why text) stable;
function open_session(p_account bigint, p_hash text, p_email text, p_renewed text, p_token_hash bytea, p_remember boolean, p_ttl interval, OUT refusal text) returns text volatile;
function open_session_by_phone(p_phone text, p_hash bytea, p_try bigint, p_token_hash bytea, p_remember boolean, p_ttl interval, OUT refusal text, OUT account_id bigint, OUT uid text, OUT login text, OUT email text, OUT phone text) returns record volatile;
function open_session_by_token(p_token bytea, p_token_hash bytea, p_remember boolean, p_short interval, p_long interval) returns TABLE(account_id bigint, uid text, login text, email text, phone text) volatile;
function open_shop(p_subject text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function open_wallet() returns trigger volatile;
function order_frozen() returns trigger volatile;
function order_may_move(f smallint, t smallint) returns boolean immutable;
function order_moved() returns trigger volatile;
function order_of(i inbox) returns text stable;
function order_of_capture(p_channel text, p_txn text, p_else text) returns text stable;
function order_weak(t order_terms) returns boolean stable;
function outcome_text(i inbox) returns text immutable;
function owners_function_role() returns TABLE(function text, role text) immutable;
function pack_is_whole(o orders) returns boolean stable;
function paid_letter_delivered(p_order text) returns boolean volatile;
function paid_letter_from(p_order text) returns timestamp with time zone stable;
function pay_with_points(p_token bytea, p_order text, OUT refusal text, OUT paid_status smallint, OUT basic bigint, OUT present bigint) returns record volatile;
function payer_in(p_detail jsonb) returns text immutable;
function payment_started(p_order_no text, p_ref text, p_url text) returns void volatile;
function place_order(p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus integer, p_channel text, p_server text, p_role text, p_ttl_seconds integer, p_first_check_seconds double precision, p_hour_floor text, p_unpaid_max integer, p_hourly_max integer, p_title text, p_shown integer, p_locale text, p_currency text, p_points bigint, p_base bigint, p_terms jsonb, OUT refusal text, OUT order_no text, OUT status smallint, OUT gateway_url text, OUT amount_cents bigint, OUT currency text, OUT expires_at timestamp with time zone, OUT title text, OUT gateway_ref text, OUT offer_bonus integer, OUT held_by text) returns record volatile;
function place_purchase(p_token bytea, p_order_no text, p_key text, p_hash bytea, p_goods text, p_type text, p_amount bigint, p_bonus integer, p_channel text, p_server text, p_role text, p_ttl_seconds integer, p_first_check_seconds double precision, p_hour_floor text, p_unpaid_max integer, p_hourly_max integer, p_title text, p_shown integer, p_locale text, p_currency text, p_points bigint, p_base bigint, p_method text, p_terms jsonb, OUT refusal text, OUT order_no text, OUT status smallint, OUT gateway_url text, OUT amount_cents bigint, OUT currency text, OUT expires_at timestamp with time zone, OUT title text, OUT gateway_ref text, OUT offer_bonus integer, OUT held_by text, OUT method text) returns record volatile;
function place_purchases(p_tokens bytea[], p_order_nos text[], p_keys text[], p_hashes bytea[], p_goods text[], p_types text[], p_amounts bigint[], p_bonuses integer[], p_channels text[], p_servers text[], p_roles text[], p_ttls integer[], p_first_checks double precision[], p_hour_floors text[], p_unpaid_maxima integer[], p_hourly_maxima integer[], p_titles text[], p_shown integer[], p_locales text[], p_currencies text[], p_points bigint[], p_bases bigint[], p_methods text[], p_terms jsonb[], p_term integer[]) returns TABLE(ord integer, refusal text, order_no text, status smallint, gateway_url text, amount_cents bigint, currency text, expires_at timestamp with time zone, title text, gateway_ref text, offer_bonus integer, held_by text, method text) volatile set plan_cache_mode=force_generic_plan, enable_seqscan=off;
function player_is_back() returns trigger volatile;
function points_back(p_points bigint, p_back bigint, p_paid bigint) returns bigint immutable;
function preview_of(p_token bytea) returns TABLE(moment timestamp with time zone, kind text, target text, patch jsonb) stable security definer set search_path=pg_catalog, public, pg_temp;
function price_at(p_book text, p_goods text, p_at timestamp with time zone) returns bigint stable;
function price_kept() returns trigger volatile;
function process_webhook_again(p_id bigint, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function pull_deliveries(p_limit integer, p_server text, p_after text) returns TABLE(outbox_id text, payload jsonb, created_at timestamp with time zone, waiting bigint) volatile;
function put_account(p jsonb, OUT refusal text, OUT field text, OUT created boolean) returns record volatile;
function put_game(p_operations jsonb) returns TABLE(ord integer, refusal text, field text, created boolean) volatile;
function put_game_role(p jsonb, OUT refusal text, OUT created boolean) returns record volatile;
function put_game_server(p jsonb, OUT created boolean) returns boolean volatile;
function question_ended(p_subject text, p_answered boolean, p_every_seconds double precision, p_wait_seconds double precision) returns void volatile;
function queue_message(p_channel text, p_target text, p_kind text, p_locale text, p_body bytea, p_for interval, p_account bigint DEFAULT NULL::bigint, p_order text DEFAULT NULL::text) returns bigint volatile;
function queue_refund(c capture, p_cents bigint, p_reason text) returns void volatile;
function rebate_owners(p_orders text[]) returns bigint[] stable;
function rebate_promise() returns trigger volatile;
function redeem_code(p_token bytea, p_number text, p_code text, p_server text, p_role text, OUT refusal text, OUT data jsonb) returns record volatile;
function refund_attempt(b outbox) returns integer immutable;
function refund_moved() returns trigger volatile;
function refund_part_failed() returns trigger volatile;
function refund_part_moved() returns trigger volatile;
function refuse_attempt(p_outbox text, p_detail text, p_attempt integer) returns void volatile;
function refuse_change() returns trigger volatile;
function refuse_change_but_names() returns trigger volatile;
function refuse_refund(p_outbox text, p_detail text, p_state text DEFAULT 'refused'::text) returns void volatile;
function refuse_while_closed() returns trigger volatile;
function request_part_refund(p_order text, p_cents bigint, p_reason text, p_by text, OUT refusal text, OUT part integer) returns record volatile;
function request_refund(p_order text, p_reason text, p_by text, OUT refusal text, OUT request_state text, OUT cents bigint) returns record volatile;
function requests_left() returns trigger volatile;
function reserve_try(p_uid text, p_name text, p_ip text, p_max integer, p_ip_max integer, p_window interval, OUT refusal text, OUT try_id bigint, OUT counted boolean) returns record volatile;
function reset_password(p_target text, p_hash bytea, p_password text) returns bigint volatile;
function retry_refund(p_order text, p_by text, OUT refusal text, OUT cents bigint) returns record volatile;
function reverse_gateway_refund(p_channel text, p_refund_txn text) returns void volatile;
function revoke_game_key(p_id text, OUT revoked boolean) returns boolean volatile;
function sale_back(c capture) returns bigint stable;
function sales_paused() returns boolean stable security definer set search_path=pg_catalog, public, pg_temp;
function same_credential(p_account bigint, p_hash text) returns boolean volatile;
function save_book(p_book text, p_version integer, p_currency text, p_entity text, p_tax text, p_protected boolean, p_texts jsonb, OUT refusal text, OUT version integer) returns record volatile security definer set search_path=pg_catalog, public, pg_temp;
function save_book_countries(p_book text, p_countries text[], OUT refusal text) returns text volatile security definer set search_path=pg_catalog, public, pg_temp;
function save_legal_text(p_kind text, p_version integer, p_bodies jsonb, p_valid_from timestamp with time zone) returns void volatile;
function save_price(p_book text, p_item text, p_amount_minor bigint, p_step bigint, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_by text, OUT refusal text, OUT price_id bigint) returns record volatile security definer set search_path=pg_catalog, public, pg_temp;
function see_process(p_process uuid, p_role text, p_version text, p_started timestamp with time zone, p_now timestamp with time zone) returns void volatile security definer set search_path=pg_catalog, public, pg_temp;
function see_signature(p_signature bytea, OUT fresh boolean) returns boolean volatile;
function send_held_refund(p_order text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function set_market(p_token bytea, p_country text, OUT refusal text, OUT change_from timestamp with time zone) returns record volatile;
function set_withdrawal_outcome(p_number text, p_outcome text, p_by text, p_reason text) returns void volatile;
function settle_inbox(p_limit integer, OUT worked integer, OUT failed integer, OUT odd jsonb) returns record volatile;
function settle_inbox_of(p_order text, OUT worked integer, OUT failed integer, OUT odd jsonb) returns record volatile;
function settle_rebate(o orders) returns void volatile;
function settle_refund(p_order text, p_note text, p_by text, OUT refusal text, OUT cents bigint) returns record volatile;
function settle_webhooks(p_ids bigint[], p_orders text[], OUT worked integer, OUT failed integer, OUT odd jsonb) returns record volatile;
function shop_closed() returns boolean stable;
function shop_opening() returns text stable;
function staff_sees_to(o orders) returns text stable;
function start_session(p_account bigint, p_token_hash bytea, p_remember boolean, p_ttl interval) returns void volatile;
function state_withdrawal(p_number text, p_key bytea, p_order text, p_account bigint, p_email text, p_name bytea, p_contact bytea, p_locale text, p_version integer, p_address text, p_hourly integer, OUT refusal text, OUT number text, OUT outcome text, OUT at timestamp with time zone, OUT own boolean) returns record volatile;
function store_events(p_signature bytea, p_client text, p_events jsonb, OUT fresh boolean) returns boolean volatile security definer set search_path=public, pg_temp;
function store_webhook(p_channel text, p_event text, p_kind text, p_order text, p_txn text, p_refund_txn text, p_amount bigint, p_currency text, p_raw text, p_detail jsonb, OUT fresh boolean) returns boolean volatile;
function system_account(p_kind text, p_unit text) returns bigint immutable;
function take_back(p_order text, p_source text) returns void volatile;
function take_back_entries(p_journal bigint, p_account bigint, p_basic bigint, p_present bigint) returns void volatile;
function take_kept_points(p_order text, p_by text, p_note text, OUT refusal text, OUT did boolean) returns record volatile;
function take_news(p_channels text[], p_events text[], p_kinds text[], p_orders text[], p_txns text[], p_refund_txns text[], p_amounts bigint[], p_currencies text[], p_raws text[], p_details jsonb[], p_leases integer[]) returns TABLE(ord integer, fresh boolean, outcome text, delivery jsonb, delivers boolean) volatile set plan_cache_mode=force_generic_plan, enable_seqscan=off;
function take_token(p_hash bytea, p_kinds text[]) returns bigint volatile;
function tax_back(gross bigint, tax bigint, before_ bigint, now_ bigint) returns bigint immutable;
function tax_of(gross bigint, ppm integer) returns bigint immutable;
function tax_rate_on(p_country text, p_at timestamp with time zone) returns integer stable;
function tax_split(p_order text, p_channel text, p_currency text, p_gross bigint, p_at timestamp with time zone) returns TABLE(entity_id text, tax bigint, rate_ppm integer) stable;
function tell_withdrawal(p_number text, p_outcome text, p_target text, p_locale text, p_body bytea, p_hours integer) returns boolean volatile;
function tries_forgotten() returns trigger volatile;
function try_bonus(p_server text, p_role text, p_goods text) returns boolean volatile;
function try_code(p_target text, p_purpose text, p_hash bytea) returns bigint volatile;
function undelivered_orders() returns SETOF text stable;
function unnamed(p_json jsonb, p_words text[]) returns jsonb immutable;
function unnamed(p_text text, p_words text[]) returns text immutable;
function waiver_fetched(p_order text, p_account bigint, p_locale text) returns boolean volatile;
function waiver_mailed() returns trigger volatile;
function waiver_waits(o orders) returns boolean stable;
function want_letter(p_order text, p_account bigint, p_event text, p_ref text, p_cents bigint) returns void volatile;
function was_booked(c capture) returns boolean immutable;
function with_heirs(p_accounts bigint[]) returns bigint[] stable;
function withdraw_right(o orders, OUT until timestamp with time zone, OUT waived boolean) returns record stable;
function withdrawal_frozen() returns trigger volatile;
function withdrawal_outcome(o orders) returns text stable;
function write_order_letter(p_order text, p_event text, p_ref text, p_target text, p_locale text, p_body bytea, p_hours integer) returns boolean volatile;
function write_paid_letter(p_order text, p_delivered boolean, p_document bigint, p_target text, p_locale text, p_body bytea, p_hours integer) returns boolean volatile;
grant delete, insert, select on bonus_reset to hc_desk;
grant delete, insert, select, update on account_market to hc_app;
grant delete, insert, select, update on account_signal to hc_app;
grant delete, insert, select, update on bonus_hold to hc_app;
grant delete, insert, select, update on external_identity to hc_app;
grant delete, insert, select, update on game_role to hc_app;
grant delete, insert, select, update on game_signature to hc_app;
grant delete, insert, select, update on message to hc_app;
grant delete, insert, select, update on oauth_state to hc_app;
grant delete, insert, select, update on one_time_token to hc_app;
grant delete, insert, select, update on order_letter to hc_app;
grant delete, insert, select, update on order_question to hc_app;
grant delete, insert, select, update on rebate_tier to hc_desk;
grant delete, insert, select, update on redeem_failure to hc_app;
grant delete, insert, select, update on session to hc_app;
grant delete, insert, select, update on sign_in_failure to hc_app;
grant delete, insert, select, update on support_request to hc_app;
grant delete, insert, select, update on verification_code to hc_app;
grant execute on function answer_appeal(p_account bigint, p_granted boolean, OUT refusal text) to hc_desk;
grant execute on function apply_due_change() to hc_app;
grant execute on function audit_end() to hc_app;
grant execute on function audit_end() to hc_desk;
grant execute on function audit_fault(p_from bigint) to hc_app;
grant execute on function audit_fault(p_from bigint) to hc_desk;
grant execute on function changes_due() to hc_app;
grant execute on function closed_totals_fault() to hc_app;
grant execute on function closed_totals_fault() to hc_desk;
grant execute on function end_demo() to hc_app;
grant execute on function end_price(p_price bigint, p_ends_at timestamp with time zone, OUT refusal text) to hc_desk;
grant execute on function forget_at_desk(p_account bigint, p_uid text, p_numbers text[], p_words text[], p_pseudonym text) to hc_app;
grant execute on function forget_words(p_numbers text[], p_words text[], p_pseudonym text) to hc_app;
grant execute on function has_demo_history() to hc_app;
grant execute on function last_anchor() to hc_app;
grant execute on function leave_process(p_process uuid) to hc_app;
grant execute on function ledger_days_fault() to hc_app;
grant execute on function ledger_days_fault() to hc_desk;
grant execute on function media_picture(p_hash text, p_width integer) to hc_app;
grant execute on function media_picture(p_hash text, p_width integer) to hc_desk;
grant execute on function move_plans() to hc_app;
grant execute on function note_content(p_topic text) to hc_app;
grant execute on function note_content(p_topic text) to hc_desk;
grant execute on function preview_of(p_token bytea) to hc_app;
grant execute on function sales_paused() to hc_app;
grant execute on function sales_paused() to hc_desk;
grant execute on function save_book(p_book text, p_version integer, p_currency text, p_entity text, p_tax text, p_protected boolean, p_texts jsonb, OUT refusal text, OUT version integer) to hc_desk;
grant execute on function save_book_countries(p_book text, p_countries text[], OUT refusal text) to hc_desk;
grant execute on function save_price(p_book text, p_item text, p_amount_minor bigint, p_step bigint, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_by text, OUT refusal text, OUT price_id bigint) to hc_desk;
grant execute on function see_process(p_process uuid, p_role text, p_version text, p_started timestamp with time zone, p_now timestamp with time zone) to hc_app;
grant execute on function store_events(p_signature bytea, p_client text, p_events jsonb, OUT fresh boolean) to hc_log;
grant insert on message to hc_desk;
grant insert, select on capture to hc_app;
grant insert, select on consent to hc_app;
grant insert, select on dispute_event to hc_app;
grant insert, select on document to hc_app;
grant insert, select on gateway_question to hc_app;
grant insert, select on ledger_account to hc_app;
grant insert, select on ledger_entry to hc_app;
grant insert, select on ledger_journal to hc_app;
grant insert, select on operator_action to hc_app;
grant insert, select on order_event to hc_app;
grant insert, select on order_evidence to hc_app;
grant insert, select on order_terms to hc_app;
grant insert, select on outbox_try to hc_app;
grant insert, select on redeem_campaign to hc_desk;
grant insert, select on redeem_code to hc_desk;
grant insert, select on redemption to hc_app;
grant insert, select on refund_event to hc_app;
grant insert, select on refund_failure to hc_app;
grant insert, select on refund_settlement to hc_app;
grant insert, select on withdrawal to hc_app;
grant insert, select on withdrawal_event to hc_app;
grant insert, select, update on account to hc_app;
grant insert, select, update on article to hc_desk;
grant insert, select, update on book_cursor to hc_app;
grant insert, select, update on channel_health to hc_app;
grant insert, select, update on chore to hc_app;
grant insert, select, update on content_block to hc_desk;
grant insert, select, update on content_version to hc_app;
grant insert, select, update on delivery_again to hc_app;
grant insert, select, update on demo_ended to hc_app;
grant insert, select, update on dispute to hc_app;
grant insert, select, update on document_due to hc_app;
grant insert, select, update on document_series to hc_app;
grant insert, select, update on first_top_up to hc_app;
grant insert, select, update on game_key to hc_app;
grant insert, select, update on game_server to hc_app;
grant insert, select, update on gateway_refund to hc_app;
grant insert, select, update on inbox to hc_app;
grant insert, select, update on order_promise to hc_app;
grant insert, select, update on orders to hc_app;
grant insert, select, update on outbox to hc_app;
grant insert, select, update on pack_part_kept to hc_app;
grant insert, select, update on payment_channel to hc_desk;
grant insert, select, update on payout_line to hc_app;
grant insert, select, update on product to hc_desk;
grant insert, select, update on rebate_away to hc_app;
grant insert, select, update on rebate_campaign to hc_desk;
grant insert, select, update on rebate_grant to hc_app;
grant insert, select, update on rebate_progress to hc_app;
grant insert, select, update on reconcile_finding to hc_app;
grant insert, select, update on refund_request to hc_app;
grant select (account_id) on account to hc_desk;
grant select (account_id) on external_identity to hc_desk;
grant select (account_id) on message to hc_desk;
grant select (account_id) on session to hc_desk;
grant select (attempts) on message to hc_desk;
grant select (back_as) on account to hc_desk;
grant select (channel) on message to hc_desk;
grant select (channel_code) on orders to hc_desk;
grant select (created_at) on account to hc_desk;
grant select (created_at) on external_identity to hc_desk;
grant select (created_at) on message to hc_desk;
grant select (created_at) on session to hc_desk;
grant select (credentials_changed_at) on account to hc_desk;
grant select (currency) on document to hc_desk;
grant select (currency) on document to hc_readonly;
grant select (deleted_at) on account to hc_desk;
grant select (detail) on message to hc_desk;
grant select (disabled) on account to hc_desk;
grant select (due_id) on document to hc_desk;
grant select (due_id) on document to hc_readonly;
grant select (email_login) on account to hc_desk;
grant select (ended_at) on message to hc_desk;
grant select (expires_at) on session to hc_desk;
grant select (gross_minor) on document to hc_desk;
grant select (gross_minor) on document to hc_readonly;
grant select (hash) on document to hc_desk;
grant select (hash) on document to hc_readonly;
grant select (issued_at) on document to hc_desk;
grant select (issued_at) on document to hc_readonly;
grant select (kind) on document to hc_desk;
grant select (kind) on document to hc_readonly;
grant select (kind) on message to hc_desk;
grant select (lines) on document to hc_desk;
grant select (lines) on document to hc_readonly;
grant select (locale) on message to hc_desk;
grant select (login) on account to hc_desk;
grant select (made_by) on external_identity to hc_desk;
grant select (message_id) on message to hc_desk;
grant select (number) on document to hc_desk;
grant select (number) on document to hc_readonly;
grant select (of_number) on document to hc_desk;
grant select (of_number) on document to hc_readonly;
grant select (of_series) on document to hc_desk;
grant select (of_series) on document to hc_readonly;
grant select (order_no) on document to hc_desk;
grant select (order_no) on document to hc_readonly;
grant select (order_no) on message to hc_desk;
grant select (order_no) on orders to hc_desk;
grant select (prev_hash) on document to hc_desk;
grant select (prev_hash) on document to hc_readonly;
grant select (provider) on external_identity to hc_desk;
grant select (rate_ppm) on document to hc_desk;
grant select (rate_ppm) on document to hc_readonly;
grant select (receipts) on account to hc_desk;
grant select (remember) on session to hc_desk;
grant select (revoked_at) on session to hc_desk;
grant select (revoked_reason) on session to hc_desk;
grant select (seller) on document to hc_desk;
grant select (seller) on document to hc_readonly;
grant select (series) on document to hc_desk;
grant select (series) on document to hc_readonly;
grant select (sold_at) on document to hc_desk;
grant select (sold_at) on document to hc_readonly;
grant select (state) on message to hc_desk;
grant select (status) on orders to hc_desk;
grant select (tax_country) on document to hc_desk;
grant select (tax_country) on document to hc_readonly;
grant select (tax_minor) on document to hc_desk;
grant select (tax_minor) on document to hc_readonly;
grant select (tax_name) on document to hc_desk;
grant select (tax_name) on document to hc_readonly;
grant select (uid) on account to hc_desk;
grant select on account_market to hc_desk;
grant select on account_market to hc_readonly;
grant select on account_signal to hc_desk;
grant select on account_signal to hc_readonly;
grant select on arrival_time to hc_app;
grant select on arrival_time to hc_desk;
grant select on arrival_time to hc_readonly;
grant select on article to hc_app;
grant select on bonus_hold to hc_desk;
grant select on bonus_hold to hc_readonly;
grant select on bonus_reset to hc_app;
grant select on book_country to hc_app;
grant select on book_country to hc_desk;
grant select on book_country to hc_readonly;
grant select on book_cursor to hc_desk;
grant select on capture to hc_desk;
grant select on capture to hc_readonly;
grant select on channel_health to hc_desk;
grant select on channel_method to hc_app;
grant select on channel_method to hc_desk;
grant select on channel_method to hc_readonly;
grant select on channel_rule to hc_app;
grant select on channel_rule to hc_desk;
grant select on channel_rule to hc_readonly;
grant select on chore to hc_desk;
grant select on consent to hc_desk;
grant select on consent to hc_readonly;
grant select on content_block to hc_app;
grant select on content_version to hc_desk;
grant select on currency to hc_app;
grant select on currency to hc_desk;
grant select on currency to hc_readonly;
grant select on day_digest to hc_desk;
grant select on day_digest to hc_readonly;
grant select on delivery_again to hc_desk;
grant select on delivery_again to hc_readonly;
grant select on demo_history to hc_app;
grant select on demo_history to hc_readonly;
grant select on dispute to hc_desk;
grant select on dispute to hc_readonly;
grant select on dispute_event to hc_desk;
grant select on dispute_event to hc_readonly;
grant select on document_due to hc_desk;
grant select on document_due to hc_readonly;
grant select on document_series to hc_desk;
grant select on document_series to hc_readonly;
grant select on fingerprint_key to hc_app;
grant select on first_top_up to hc_desk;
grant select on first_top_up to hc_readonly;
grant select on forget_due to hc_desk;
grant select on former_key to hc_app;
grant select on former_key to hc_desk;
grant select on fx_rate to hc_app;
grant select on fx_rate to hc_desk;
grant select on fx_rate to hc_readonly;
grant select on game_key to hc_desk;
grant select on game_role to hc_desk;
grant select on game_role to hc_readonly;
grant select on game_server to hc_desk;
grant select on game_server to hc_readonly;
grant select on gateway_question to hc_desk;
grant select on gateway_question to hc_readonly;
grant select on gateway_refund to hc_desk;
grant select on gateway_refund to hc_readonly;
grant select on inbox to hc_desk;
grant select on law_pack to hc_app;
grant select on law_pack to hc_desk;
grant select on law_pack to hc_readonly;
grant select on ledger_account to hc_desk;
grant select on ledger_account to hc_readonly;
grant select on ledger_correction to hc_app;
grant select on ledger_correction to hc_desk;
grant select on ledger_correction to hc_readonly;
grant select on ledger_correction_entry to hc_app;
grant select on ledger_correction_entry to hc_desk;
grant select on ledger_correction_entry to hc_readonly;
grant select on ledger_entry to hc_desk;
grant select on ledger_entry to hc_readonly;
grant select on ledger_journal to hc_desk;
grant select on ledger_journal to hc_readonly;
grant select on legal_entity to hc_app;
grant select on legal_entity to hc_desk;
grant select on legal_entity to hc_readonly;
grant select on legal_text to hc_app;
grant select on legal_text to hc_desk;
grant select on legal_text to hc_readonly;
grant select on opening to hc_app;
grant select on opening to hc_desk;
grant select on opening_buyer to hc_app;
grant select on opening_buyer to hc_desk;
grant select on operator_action to hc_desk;
grant select on operator_action to hc_readonly;
grant select on order_event to hc_desk;
grant select on order_event to hc_readonly;
grant select on order_evidence to hc_desk;
grant select on order_evidence to hc_readonly;
grant select on order_letter to hc_desk;
grant select on order_promise to hc_desk;
grant select on order_promise to hc_readonly;
grant select on order_question to hc_desk;
grant select on order_terms to hc_desk;
grant select on order_terms to hc_readonly;
grant select on orders to hc_desk;
grant select on orders to hc_readonly;
grant select on outbox to hc_desk;
grant select on outbox to hc_readonly;
grant select on outbox_try to hc_desk;
grant select on outbox_try to hc_readonly;
grant select on pack_part_kept to hc_desk;
grant select on pack_part_kept to hc_readonly;
grant select on payment_channel to hc_app;
grant select on payment_channel to hc_readonly;
grant select on payout to hc_app;
grant select on payout to hc_desk;
grant select on payout to hc_readonly;
grant select on payout_line to hc_desk;
grant select on payout_line to hc_readonly;
grant select on point_adjustment to hc_app;
grant select on point_adjustment to hc_desk;
grant select on point_adjustment to hc_readonly;
grant select on point_rate to hc_app;
grant select on point_rate to hc_desk;
grant select on point_rate to hc_readonly;
grant select on price to hc_app;
grant select on price to hc_desk;
grant select on price to hc_readonly;
grant select on price_book to hc_app;
grant select on price_book to hc_desk;
grant select on price_book to hc_readonly;
grant select on product to hc_app;
grant select on product to hc_readonly;
grant select on rebate_away to hc_desk;
grant select on rebate_campaign to hc_app;
grant select on rebate_grant to hc_desk;
grant select on rebate_progress to hc_desk;
grant select on rebate_tier to hc_app;
grant select on reconcile_finding to hc_desk;
grant select on reconcile_finding to hc_readonly;
grant select on redeem_campaign to hc_app;
grant select on redeem_campaign to hc_readonly;
grant select on redeem_code to hc_app;
grant select on redeem_failure to hc_desk;
grant select on redemption to hc_desk;
grant select on redemption to hc_readonly;
grant select on refund_event to hc_desk;
grant select on refund_event to hc_readonly;
grant select on refund_failure to hc_desk;
grant select on refund_failure to hc_readonly;
grant select on refund_part to hc_app;
grant select on refund_part to hc_desk;
grant select on refund_part to hc_readonly;
grant select on refund_request to hc_desk;
grant select on refund_request to hc_readonly;
grant select on refund_settlement to hc_desk;
grant select on refund_settlement to hc_readonly;
grant select on schema_functions to hc_app;
grant select on schema_migration to hc_app;
grant select on tax_rate to hc_app;
grant select on tax_rate to hc_desk;
grant select on tax_rate to hc_readonly;
grant select on withdrawal to hc_desk;
grant select on withdrawal to hc_readonly;
grant select on withdrawal_event to hc_desk;
grant select on withdrawal_event to hc_readonly;
grant select, update on inbox_cleared to hc_app;
grant update (acked_message) on withdrawal to hc_app;
grant update (address) on withdrawal to hc_app;
grant update (attempt) on refund_part to hc_app;
grant update (balance) on ledger_account to hc_app;
grant update (basic_points) on redeem_campaign to hc_desk;
grant update (closed_at) on withdrawal to hc_app;
grant update (detail) on refund_part to hc_app;
grant update (due_at) on chore to hc_desk;
grant update (ended_at) on refund_part to hc_app;
grant update (ends_at) on redeem_campaign to hc_desk;
grant update (exhausted_at) on redeem_campaign to hc_app;
grant update (items) on redeem_campaign to hc_desk;
grant update (lease_until) on withdrawal to hc_app;
grant update (note) on point_adjustment to hc_app;
grant update (outcome) on withdrawal to hc_app;
grant update (per_account) on redeem_campaign to hc_desk;
grant update (per_role) on redeem_campaign to hc_desk;
grant update (present_points) on redeem_campaign to hc_desk;
grant update (refund_txn) on refund_part to hc_app;
grant update (reversed) on refund_failure to hc_app;
grant update (starts_at) on redeem_campaign to hc_desk;
grant update (state) on redeem_campaign to hc_desk;
grant update (state) on refund_part to hc_app;
grant update (texts) on redeem_campaign to hc_desk;
grant update (told) on withdrawal to hc_app;
grant update (total) on redeem_campaign to hc_desk;
grant update (used) on redeem_campaign to hc_app;
grant update (used) on redeem_code to hc_app;
grant update (version) on redeem_campaign to hc_desk;
grant usage on schema public to hc_app;
grant usage on schema public to hc_desk;
grant usage on schema public to hc_log;
grant usage on schema public to hc_readonly;
