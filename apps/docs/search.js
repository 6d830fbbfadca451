// Finds pages and headings by their words. The site works without it.
const field = document.querySelector('#search')
const list = document.querySelector('#found')
const root = document.documentElement.dataset.root
let index
const load = async () => (index ??= await (await fetch(`${root}search.json`)).json())
async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = words.length
    ? (await load())
        .filter(([, , text]) => words.every((word) => text.includes(word)))
        .sort(
          ([, a], [, b]) =>
            words.filter((w) => b.toLowerCase().includes(w)).length -
            words.filter((w) => a.toLowerCase().includes(w)).length,
        )
        .slice(0, 12)
    : []
  list.replaceChildren(
    ...hits.map(([href, title]) => {
      const item = document.createElement('li')
      const link = item.appendChild(document.createElement('a'))
      link.href = root + href
      link.textContent = title
      return item
    }),
  )
  list.hidden = words.length === 0
  if (words.length > 0 && hits.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing has these words.' }))
}
field.form.hidden = false
field.addEventListener('input', () => void search())
field.form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
// A site with several versions has a list of them beside its folders.
fetch(`${root}../versions.json`)
  .then((answer) => (answer.ok ? answer.json() : []))
  .then((versions) => {
    const place = document.querySelector('#versions')
    if (versions.length < 2) return
    const select = document.createElement('select')
    select.setAttribute('aria-label', 'Version')
    for (const version of versions) select.append(new Option(version, version, false, version === place.textContent))
    select.addEventListener('change', () => location.assign(`${root}../${select.value}/index.html`))
    place.replaceChildren(select)
  })
  .catch(() => undefined)
