/**
 * What the desk's Home reads first. Its page names those that its person may read, and they are on the way before the
 * desk's code is there.
 */
export const homeCalls = [
  'factor/list',
  'pulse/read',
  'waiting/list',
  'today/board',
  'setup/read',
  'view/list',
] as const
export type HomeCall = (typeof homeCalls)[number]
