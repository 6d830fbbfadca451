import { readGuides } from '../../guides.ts'

/** What the palette finds of help; the build puts the titles here. */
export const titles = readGuides().map(({ name, title }) => ({ name, title }))
