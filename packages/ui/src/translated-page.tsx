/**
 * Lets a page live on when its browser translates it. Chrome and Edge take each text node out of the page and put
 * elements with the translated words in its place. React goes on working with the nodes that it made: it would insert
 * before, remove or change a text that is no longer there, and the whole page would be gone. So the parent of such a
 * text puts it back before React touches it; the browser then translates the new words.
 */
export function outliveTranslation(page: HTMLElement): void {
  /** What the translation put where a text was. */
  const standIns = new WeakMap<Node, Element>()
  const elements = new WeakSet<Element>()
  const ordinary = Node.prototype

  const putBack = (node: Node | null): void => {
    const element = node && standIns.get(node)
    if (!element) return
    standIns.delete(node)
    Reflect.deleteProperty(node, 'nodeValue')
    element.parentNode?.replaceChild(node, element)
  }

  const watchParent = (parent: Node): void => {
    if (Object.hasOwn(parent, 'insertBefore')) return
    parent.insertBefore = <T extends Node>(node: T, next: Node | null): T => {
      putBack(next)
      return ordinary.insertBefore.call(parent, node, next?.parentNode === parent ? next : null) as T
    }
    parent.removeChild = <T extends Node>(node: T): T => {
      putBack(node)
      return node.parentNode === parent ? (ordinary.removeChild.call(parent, node) as T) : node
    }
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
          (node): node is Element => node instanceof Element && node.localName === 'font' && !elements.has(node),
        )
        if (!element) continue
        elements.add(element)
        standIns.set(text, element)
        watchText(text)
        watchParent(target)
      }
  }).observe(page, { childList: true, subtree: true })
}
