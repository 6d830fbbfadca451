import { readGuides } from '../../guides.ts'

/** Titles of help pages for the command palette. The build fills them in. */
export const titles = readGuides().map(({ name, title }) => ({ name, title }))
