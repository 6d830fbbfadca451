/** Strings that have broken other servers. None of them looks like what the leak oracle searches for. */
export const evilStrings = [
  '', ' ', '\0', 'a\0b', '\u202eRTL\u202c', 'שלום', 'مرحبا', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(20), '\ufeff', '\uffff', 'ＡＢＣ', '\r\nX-Evil: 1', 'a\nb\tc', '\u2028',
  "' or '1'='1", "'; drop table orders;--", "1); truncate ledger_entry;--", "' union all values (1)--", '$1', '%s%n', '%', '_', '\\', '"', "'",
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '{{7*7}}', '${7*7}', '../../../../etc/passwd', '..%2f..%2f',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '-1', '1e9', '0x10', '9007199254740993',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'hcpoint', 'sandbox', '100001', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(128), 'é'.repeat(64), '😀'.repeat(40), 'x'.repeat(5000), '€'.repeat(12_000),
]

/** Raw JSON text of values: some are JSON that no JSON.stringify would write, some is none. */
export const evilValues = [
  'null', 'true', 'false', '0', '-0', '-1', '0.5', '1e3', '1e308', '1e999', '-1e999', '1E-400', '2147483648', '9007199254740993', '99999999999999999999999999', '-9223372036854775809',
  '[]', '{}', '[[]]', '[null]', '["a","b"]', '[1]', '{"a":1}', '{"$ne":null}', '{"toString":1,"valueOf":1}', '{"length":3}', '{"toJSON":"x"}',
  '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\uD83D"', '"1"', '"1.5"', '"-1"', '" 1 "', '"0x1F"', '"1e3"', '"Infinity"',
  'NaN', 'Infinity', 'undefined', '01', '.5', "'a'", '"a', `[${'"a",'.repeat(60)}"a"]`, `${'['.repeat(500)}${']'.repeat(500)}`, `"${'y'.repeat(60_000)}"`,
]

/** Whole members that go into an object beside the others. */
export const evilMembers = [
  '"__proto__":{"admin":true}', '"__proto__":null', '"constructor":{"prototype":{"admin":true}}', '"\\u005f_proto__":{"a":1}', '"prototype":{"a":1}',
  '"extra":1', '"":""', '"account_id":1', '"uid":"100001"', '"price":0.01', '"amount_cents":1', '"status":4', '"order_no":"x"', '"token":"x"', '"then":1', '"\\u0000":1',
  `"${'k'.repeat(3000)}":1`, '"<script>alert(1)</script>":1', '"toString":1', '"hasOwnProperty":1',
]

export const contentTypes = [
  'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonp', 'application/octet-stream',
  'application/json-patch+json', 'application', '/', 'json', ';', 'application/ json', 'text/plain; application/json', 'image/png', '*/*',
]

export const languages = [
  'en-US', 'zh-CN', 'xx-YY', '*', '', ',', ';q=', 'en;q=99', 'en;q=-1,*;q=abc', 'en-US,'.repeat(300), '-'.repeat(2000), '../../etc', "' or 1=1", '\u00e9\u00ff', '__proto__', 'constructor', 'x'.repeat(4000),
]

export const tokens = [
  '', ' ', 'x', 'x'.repeat(42), 'x'.repeat(43), 'A'.repeat(43), '-'.repeat(43), '_'.repeat(43), 'x'.repeat(44), 'x'.repeat(4000), 'null', 'undefined', '__proto__', "' or '1'='1", 'Bearer x',
  '<script>', '\u00e9'.repeat(43), '../../x', 'eyJhbGciOiJub25lIn0.eyJ1aWQiOiIxMDAwMDEifQ.',
]

export const idempotencyKeys = ['', ' ', 'fuzz-1', 'fuzz-2', 'x'.repeat(128), 'x'.repeat(129), 'a b', '\u00e9', "' or 1=1", '__proto__', 'a,b', 'x'.repeat(3000)]
