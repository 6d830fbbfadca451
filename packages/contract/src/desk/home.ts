import { z } from 'zod'
import { strict } from '../call.ts'
import { webHomeConf } from '../player/setting.ts'
import { changes, reads } from './call.ts'
import {
  changed,
  changeErrors,
  locale,
  planned,
  reason,
  replan,
  replanErrors,
  replanned,
  version,
  when,
} from './editing.ts'

/** The home page of a language, without the parts that come from the brand and from the shelf. */
const homeBody = z.strictObject(webHomeConf.pick({ hero: true, downloads: true, features: true, gameInfo: true }).shape)
export type HomeBody = z.output<typeof homeBody>
/** A picture of this site, or none. */
const ownPicture = z
  .string()
  .max(200)
  .regex(/^(?:\/(?![/\\])[\w./-]+)?$/)
/** The address of a download: another site over https, or a path of this site. */
const download = z.strictObject(webHomeConf.shape.downloads.element.shape).extend({
  url: z
    .string()
    .max(500)
    .regex(/^(?:https:\/\/[^\s/]|\/(?![/\\]))\S*$/)
    .nullable(),
  version: z.string().trim().max(40),
  size: z.string().trim().max(40),
})
const feature = z.strictObject(webHomeConf.shape.features.element.shape).extend({ icon: ownPicture })
const once = <T>(rows: readonly T[], key: (row: T) => string): boolean => new Set(rows.map(key)).size === rows.length
/** The fields that may be saved; older blocks are read as they are. */
export const homeDraft = homeBody.extend({
  hero: z.strictObject(webHomeConf.shape.hero.shape).extend({ img: ownPicture, imgNarrow: ownPicture }),
  downloads: z
    .array(download)
    .max(40)
    .refine((rows) => once(rows, ({ system, region }) => `${system} ${region}`)),
  features: z
    .array(feature)
    .max(40)
    .refine((rows) => once(rows, ({ id }) => id)),
})

export const homeCalls = {
  'home/read': reads('content.read', {
    summary: 'The home page of a language: the last saved version, and its plans.',
    body: strict({ locale }),
    result: strict({
      version: z.number().int(),
      live_version: z.number().int(),
      body: homeBody.nullable(),
      plans: z.array(planned),
    }),
  }),
  'home/save': changes('content.edit', {
    summary: 'Saves a draft of the home page of a language.',
    body: strict({ locale, version, body: homeDraft, reason }),
    result: strict({ version: z.number().int() }),
    errors: ['VersionConflict'],
  }),
  'home/publish': changes('content.publish', {
    summary: 'Publishes a saved version of the home page, at once or at a moment.',
    body: strict({ locale, version, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'home/replan': changes('content.publish', {
    summary: 'Moves a plan for the home page of a language to another moment, or withdraws it.',
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
}
