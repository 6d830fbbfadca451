-- locks: account, ledger_account, order_terms
-- Functions that nothing calls any more, and columns, kinds and rules of features that do not exist. The landed version
-- calls another form of note_refund, and its `floor` rounds numbers. Decision 174.
-- drops: function note_refund(p_outbox text, p_refund_txn text)
-- drops: column ledger_account.floor
drop function if exists apply_paid, create_order, forget_remarks, make_order, make_orders, open_order, take_points_back,
  note_refund(text, text), desk.answer_appeal(text, boolean), desk.ask_approval, desk.quiet(smallint, smallint);

-- Nobody ever had such an account, so no row is read.
alter table account drop constraint account_kind_check,
  add constraint account_kind_check check (kind in ('player', 'visitor')) not valid;
alter table ledger_account drop column floor;
alter table order_terms drop column creator, drop column arms;
