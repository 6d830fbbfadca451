/** What a browser's translation of the page put where a text node was. */
type StandIn = { text: Text; element: Element; parent: Node }

/**
 * Lets a page live on when its browser translates it. Chrome and Edge take each text node out of the page and put
 * elements with the translated words in its place. React goes on working with the nodes that it made: it would insert
 * before, remove or change a text that is no longer there, and the whole page would be gone. So the parent of such a
 * text puts it back before React touches it; the browser then translates the new words.
 */
export function outliveTranslation(page: HTMLElement): void {
  const standIns = new WeakMap<Text, StandIn>()
  const taken = new WeakSet<Element>()

  const putBack = (node: Node | null): void => {
    const found = node instanceof Text ? standIns.get(node) : undefined
    if (!found) return
    standIns.delete(found.text)
    Reflect.deleteProperty(found.text, 'nodeValue')
    if (found.element.parentNode === found.parent) found.parent.replaceChild(found.text, found.element)
  }

  const watchParent = (parent: Node): void => {
    if (Object.hasOwn(parent, 'insertBefore')) return
    Object.defineProperties(parent, {
      insertBefore: {
        configurable: true,
        value<T extends Node>(node: T, next: Node | null): T {
          putBack(next)
          return Node.prototype.insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
        },
      },
      removeChild: {
        configurable: true,
        value<T extends Node>(this: Node, node: T): T {
          putBack(node)
          return node.parentNode === this ? (Node.prototype.removeChild.call(this, node) as T) : node
        },
      },
    })
  }

  const watchText = (text: Text): void => {
    Object.defineProperty(text, 'nodeValue', {
      configurable: true,
      get: () => text.data,
      set(words: string | null) {
        putBack(text)
        text.data = words ?? ''
      },
    })
  }

  new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of changes)
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode === target) continue
        const element = [...addedNodes, previousSibling, nextSibling].find(
          (node): node is Element => node instanceof Element && node.localName === 'font' && !taken.has(node),
        )
        if (!element) continue
        taken.add(element)
        standIns.set(text, { text, element, parent: target })
        watchText(text)
        watchParent(target)
      }
  }).observe(page, { childList: true, subtree: true })
}
