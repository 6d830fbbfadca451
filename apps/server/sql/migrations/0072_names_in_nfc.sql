-- Names of accounts are found in the form NFC (RFC 8265, section 3.3). Where both forms are accounts, both stay.
update account a set login = normalize(a.login, nfc)
 where a.login is not nfc normalized
   and not exists (select 1 from account b where b.login = normalize(a.login, nfc));
