/** What a guest is about to buy, kept for the tab, so that the login page shows it without a call. */
export type WaitingItem = { id: string; name: string; price: string; art: string }

export const WAITING_ITEM = 'hc_item'

export function keepItem(item: WaitingItem): void {
  try {
    sessionStorage.setItem(WAITING_ITEM, JSON.stringify(item))
  } catch {
    /* Without storage the login page names no item. */
  }
}
