import { readGuides } from '../../guides.ts'

/** The documents of help. The build puts the blocks here: decision 428. */
export const guides = readGuides()
