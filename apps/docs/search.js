// Finds pages and headings by their words. The site works without it.
const field = document.querySelector('#search')
const list = document.querySelector('#found')
const root = document.documentElement.dataset.root
let index
const load = () =>
  (index ??= fetch(`${root}search.json`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .catch((error) => {
      // The next letter tries again.
      index = undefined
      throw error
    }))
const sentence = (text) => list.replaceChildren(Object.assign(document.createElement('li'), { textContent: text }))
const matches = (title, words) => words.filter((word) => title.toLowerCase().includes(word)).length
async function search() {
  const pages = await load()
  // Read after the list came: letters that were typed meanwhile count.
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = pages
    .filter(([, , text]) => words.length > 0 && words.every((word) => text.includes(word)))
    .sort(([, a], [, b]) => matches(b, words) - matches(a, words) || a.length - b.length)
    .slice(0, 12)
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
  if (words.length > 0 && hits.length === 0) sentence('Nothing has these words.')
}
const searchOrSay = () =>
  search().catch(() => {
    list.hidden = false
    sentence('The search could not be loaded. Type on to try again.')
  })
field.form.hidden = false
field.addEventListener('input', () => void searchOrSay())
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
