import { readContents } from '../../guides.ts'

/** The documents of help with their headings, which the page shows before anybody searches. The build fills them in. */
export const contents = readContents()
