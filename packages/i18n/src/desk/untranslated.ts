/**
 * Texts of the desk that wait for their translation, as their keys: `money.part`, or `money` for all below it. English
 * stands for them meanwhile. The list is empty at a release; `npm run check` prints what is in it.
 */
export const untranslated = [] as const satisfies readonly string[]
