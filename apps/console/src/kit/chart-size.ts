import { phone, useMedia } from './use-media.ts'

export const chartHeight = 240
/** On a phone the picture is narrower, so that its texts keep their size. */
const sizes = { wide: { width: 900, labels: 8 }, narrow: { width: 400, labels: 3 } } as const

export const useChartSize = (): (typeof sizes)[keyof typeof sizes] => sizes[useMedia(phone) ? 'narrow' : 'wide']
