/**
 * The keys of the desk's texts that wait for their translation: `money.part`, or `money` for all below it. Until then
 * English is shown. The list is empty at a release; `npm run check` prints its entries.
 */
export const untranslated = [] as const satisfies readonly string[]
