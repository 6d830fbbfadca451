import { z } from 'zod'
import { strict } from '../call.ts'
import { webHomeConf } from '../player/setting.ts'
import { deskCall } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'
import {
  changed,
  changeErrors,
  locale,
  planned,
  reason,
  replan,
  replanErrors,
  replanned,
  unix,
  version,
  when,
} from './editing.ts'

const articleId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
const text = strict({
  title: z.string().trim().max(200),
  summary: z.string().trim().max(500),
  html: z.string().max(60_000),
})
const moment = unix.nullable()
/** The editor's input; a language without a title does not exist. */
const articleBody = strict({
  type: z.number().int().min(1).max(3),
  img: z.string().max(200),
  pinned: z.boolean(),
  hot: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  unpublish_at: moment,
  texts: z.partialRecord(locale, text),
})
export type ArticleBody = z.output<typeof articleBody>

const articleRow = strict({
  id: z.string(),
  type: z.number().int(),
  /** `draft`: players have never seen it; `down`: players no longer see it. */
  state: z.enum(['draft', 'live', 'down']),
  /** There is a saved version that players do not see. */
  changed: z.boolean(),
  pinned: z.boolean(),
  hot: z.boolean(),
  title: z.string(),
  locales: z.array(locale),
  /** Languages whose text was saved before the source language's text changed. */
  behind: z.array(locale),
  by: z.string(),
  at: z.number().int(),
  version: z.number().int(),
  /** The time of the article's next planned change. */
  next_at: z.number().int().nullable(),
})

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

const media = strict({
  hash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.partialRecord(locale, z.string()),
  by: z.string(),
  at: z.number().int(),
  /** The number of articles, products and home pages that show the picture. */
  uses: z.number().int(),
})
export type DeskMedia = z.output<typeof media>
const MEGABYTE = 1024 * 1024
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const jsonl = z.string().max(8 * MEGABYTE)

export const contentCalls = {
  'article/list': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'Articles and drafts, the last saved first.',
    body: strict({
      type: z.number().int().min(0).max(3).default(0),
      state: z.enum(['', 'draft', 'live', 'down', 'changed']).default(''),
      /** Articles without a text in this language, or with an outdated one. */
      lacks: z.union([z.literal(''), locale]).default(''),
      /** The last row of the page before; '' gives the first page. */
      after: z.string().max(120).default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({ rows: z.array(articleRow), next: z.string().nullable() }),
    errors: [],
  }),
  'article/read': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'The last saved version of an article, the live version, and its plans.',
    body: strict({ id: articleId }),
    result: strict({
      id: z.string(),
      version: z.number().int(),
      live_version: z.number().int(),
      state: z.enum(['draft', 'live', 'down']),
      body: articleBody,
      /**
       * Languages whose text was saved before the source's changed, each with the source as it was then; null: that
       * text is not kept.
       */
      sources: z.partialRecord(locale, text.nullable()),
      plans: z.array(planned),
    }),
    errors: ['ArticleNotFound'],
  }),
  'article/save': deskCall({
    auth: 'staff',
    permission: 'content.edit',
    changes: true,
    bodyLimit: MEGABYTE,
    summary: 'Saves a draft; players still see the live version. Without an id it makes an article.',
    body: strict({
      id: articleId.nullable(),
      version,
      body: articleBody,
      /** Translations that are still right although their source changed. */
      still_right: z.array(locale).max(20).default([]),
      reason,
    }),
    result: strict({ id: z.string(), version: z.number().int(), body: articleBody }),
    errors: ['VersionConflict', 'EditRefused'],
  }),
  'article/publish': deskCall({
    auth: 'staff',
    permission: 'content.publish',
    changes: true,
    summary: 'Publishes a saved version, at once or at a moment.',
    body: strict({ id: articleId, version, reason, when }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/mark': deskCall({
    auth: 'staff',
    permission: 'content.publish',
    changes: true,
    summary: 'Pins a live article, or marks it as hot, at once. One with a newer draft is published with its marks.',
    body: strict({ id: articleId, version, pinned: z.boolean(), hot: z.boolean(), reason }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/takeDown': deskCall({
    auth: 'staff',
    permission: 'content.take_down',
    changes: true,
    summary: 'Hides the article from players, at once or from a moment on.',
    body: strict({ id: articleId, version, reason, when }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/replan': deskCall({
    auth: 'staff',
    permission: 'content.publish',
    changes: true,
    summary: "Moves an article's plan to another moment, or withdraws it.",
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
  'article/export': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'A file for translators: one line of JSON for each article and language, with the source beside it.',
    body: strict({ locale, only_missing: z.boolean().default(false) }),
    result: strict({ jsonl: z.string(), lines: z.number().int() }),
    errors: [],
  }),
  'article/import': deskCall({
    auth: 'staff',
    permission: 'content.edit',
    changes: true,
    bodyLimit: 9 * MEGABYTE,
    summary: 'Imports a translators’ file as drafts, all or nothing; with `dry_run` it only says what would happen.',
    body: strict({ jsonl, dry_run: z.boolean(), reason }),
    result: strict({
      changed: z.number().int(),
      same: z.number().int(),
      errors: z.array(strict({ line: z.number().int(), message: z.string() })),
    }),
    errors: [],
  }),
  'content/clean': deskCall({
    auth: 'staff',
    permission: 'content.edit',
    changes: false,
    bodyLimit: MEGABYTE,
    summary: 'Sanitises a piece of HTML; the editor sends pasted and dropped content through it.',
    body: strict({ html: z.string().max(500_000) }),
    result: strict({ html: z.string() }),
    errors: [],
  }),
  'home/read': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'The home page of a language: the last saved version, and its plans.',
    body: strict({ locale }),
    result: strict({
      version: z.number().int(),
      live_version: z.number().int(),
      body: homeBody.nullable(),
      plans: z.array(planned),
    }),
    errors: [],
  }),
  'home/save': deskCall({
    auth: 'staff',
    permission: 'content.edit',
    changes: true,
    summary: 'Saves a draft of the home page of a language.',
    body: strict({ locale, version, body: homeDraft, reason }),
    result: strict({ version: z.number().int() }),
    errors: ['VersionConflict'],
  }),
  'home/publish': deskCall({
    auth: 'staff',
    permission: 'content.publish',
    changes: true,
    summary: 'Publishes a saved version of the home page, at once or at a moment.',
    body: strict({ locale, version, reason, when }),
    result: changed,
    errors: changeErrors,
  }),
  'home/replan': deskCall({
    auth: 'staff',
    permission: 'content.publish',
    changes: true,
    summary: 'Moves a plan for the home page of a language to another moment, or withdraws it.',
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
  'preview/make': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: true,
    summary:
      'A link that shows the shop as it will be at a moment, with drafts; for 30 minutes. Nothing can be bought.',
    body: strict({
      drafts: z
        .array(strict({ kind: z.enum(['article', 'block']), target: z.string().max(100), version: version.min(1) }))
        .max(20)
        .default([]),
      /** null: now. */
      moment,
      locale,
      path: z
        .string()
        .max(200)
        .regex(/^\/main\/[\w/.-]*$/),
      /** A product that the previewed home page shows even without a place or off sale. */
      product: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
        .nullable()
        .default(null),
      /** The zone in which the previewed page names its moment; an unknown one is UTC. */
      zone: z.string().max(64).default('UTC'),
    }),
    result: strict({ url: z.string(), expires_at: z.number().int() }),
    errors: ['RevisionNotFound'],
  }),
  'media/list': deskCall({
    auth: 'staff',
    permission: 'content.read',
    changes: false,
    summary: 'Pictures, newest first.',
    body: strict({
      after: z.string().max(120).default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(48),
    }),
    result: strict({ rows: z.array(media), next: z.string().nullable() }),
    errors: [],
  }),
  'media/upload': deskCall({
    auth: 'staff',
    permission: 'media.write',
    changes: true,
    bodyLimit: 3 * MEGABYTE,
    summary:
      'Takes a PNG, JPEG or WebP of up to 2 MB, and stores it as WebP in three widths. The same file again makes no ' +
      'new picture.',
    body: strict({ data: z.base64().max(2_796_204), alt: z.partialRecord(locale, z.string().trim().max(300)) }),
    result: strict({ hash: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['PictureRefused'],
  }),
  'media/alt': deskCall({
    auth: 'staff',
    permission: 'media.write',
    changes: true,
    summary: 'Describes in words what a picture shows, in each language.',
    body: strict({ hash, alt: z.partialRecord(locale, z.string().trim().max(300)) }),
    result: strict({}),
    errors: ['NotFound'],
  }),
}
