/**
 * What a clipboard may hold: words of office programs and of other sites, and what attackers put there. Each has the
 * words that must stay, and nothing else of it may.
 */
export const clipboards: readonly { from: string; html: string; stays: string }[] = [
  {
    from: 'a text processor',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word 15">
      <style><!-- p.MsoNormal {margin:0cm; mso-style-parent:""} --></style></head><body lang=EN-GB>
      <p class=MsoNormal style='mso-margin-top-alt:auto'><b><span style='font-family:Calibri'>Season pass</span></b>
      <o:p></o:p></p></body></html>`,
    stays: 'Season pass',
  },
  {
    from: 'an online document',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"
      style="line-height:1.38"><span style="background-color:transparent">Patch notes</span></p></b>`,
    stays: 'Patch notes',
  },
  {
    from: 'a spreadsheet',
    html: `<table border=0 width=64><col width=64><tr height=20><td onmouseover="alert(1)" style="height:15pt">Gems</td>
      <td>300</td></tr></table>`,
    stays: 'Gems',
  },
  { from: 'an image that fails', html: `Boss<img src=x onerror=alert(1)>`, stays: 'Boss' },
  { from: 'a drawing that runs', html: `Boss<svg onload=alert(1)><script>alert(1)</script></svg>`, stays: 'Boss' },
  {
    from: 'a drawing with a link',
    html: `<svg><a xlink:href="javascript:alert(1)"><text>Boss</text></a></svg>`,
    stays: '',
  },
  {
    from: 'a frame with a page in it',
    html: `Boss<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
    stays: 'Boss',
  },
  { from: 'a form', html: `<form action="https://elsewhere.example"><input name=password>Boss</form>`, stays: 'Boss' },
  {
    from: 'a page that goes away',
    html: `<meta http-equiv="refresh" content="0;url=//elsewhere.example">Boss`,
    stays: 'Boss',
  },
  { from: 'a base address', html: `<base href="https://elsewhere.example/"><a href="/x">Boss</a>`, stays: 'Boss' },
  { from: 'an address in capitals', html: `<a href="JaVaScRiPt:alert(1)">Boss</a>`, stays: 'Boss' },
  { from: 'an address with a line break', html: `<a href="java&#10;script:alert(1)">Boss</a>`, stays: 'Boss' },
  { from: 'an address with data', html: `<a href="data:text/html,<script>alert(1)</script>">Boss</a>`, stays: 'Boss' },
  {
    from: 'mathematics that change their meaning when read again',
    html: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
    stays: '',
  },
  {
    from: 'a title that ends a comment',
    html: `Boss<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
    stays: 'Boss',
  },
  { from: 'a template', html: `Boss<template><script>alert(1)</script></template>`, stays: 'Boss' },
  {
    from: 'a style with a picture',
    html: `<p style="background:url(//elsewhere.example/spy)">Boss</p>`,
    stays: 'Boss',
  },
  {
    from: 'a name that hides a property',
    html: `<a id=body name=cookie>Boss</a><form id=location></form>`,
    stays: 'Boss',
  },
  {
    from: 'a video',
    html: `Boss<video autoplay src="https://elsewhere.example/v" onplay=alert(1)></video>`,
    stays: 'Boss',
  },
  {
    from: 'an embedded file',
    html: `Boss<object data="data:text/html,x"></object><embed src="//elsewhere.example">`,
    stays: 'Boss',
  },
]
