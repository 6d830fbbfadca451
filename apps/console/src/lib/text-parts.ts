import { neededParts } from '../../texts.ts'

/** The parts of the texts that each piece of code needs which loads by itself. The build fills them in. */
export const textParts = neededParts()
