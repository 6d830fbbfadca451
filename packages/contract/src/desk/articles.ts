import { z } from 'zod'
import { strict } from '../call.ts'
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
  unix,
  version,
  when,
} from './editing.ts'
import { MEGABYTE } from './media.ts'
import { EXPORT_PAGE } from './paging.ts'

const articleId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
const text = strict({
  title: z.string().trim().max(200),
  summary: z.string().trim().max(500),
  html: z.string().max(60_000),
})
export const anyTime = unix.nullable()
/** The editor's input; a language without a title does not exist. */
const articleBody = strict({
  type: z.number().int().min(1).max(3),
  img: z.string().max(200),
  pinned: z.boolean(),
  hot: z.boolean(),
  starts_at: anyTime,
  ends_at: anyTime,
  unpublish_at: anyTime,
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
  img: z.string(),
  locales: z.array(locale),
  /** Languages whose text was saved before the source language's text changed. */
  behind: z.array(locale),
  by: z.string(),
  at: z.number().int(),
  version: z.number().int(),
  /** The time of the article's next planned change. */
  next_at: z.number().int().nullable(),
})
const jsonl = z.string().max(8 * MEGABYTE)

export const articleCalls = {
  'article/list': reads('content.read', {
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
  }),
  'article/read': reads('content.read', {
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
  'article/save': changes('content.edit', {
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
  'article/publish': changes('content.publish', {
    summary: 'Publishes a saved version, at once or at a moment; at once also its source text alone.',
    body: strict({
      id: articleId,
      version,
      reason,
      when,
      /** The other languages keep what players see; what the draft has of them stays a draft. */
      source_only: z.boolean().default(false),
    }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/mark': changes('content.publish', {
    summary: 'Pins a live article, or marks it as hot, at once. One with a newer draft is published with its marks.',
    body: strict({ id: articleId, version, pinned: z.boolean(), hot: z.boolean(), reason }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/takeDown': changes('content.take_down', {
    summary: 'Hides the article from players, at once or from a moment on.',
    body: strict({ id: articleId, version, reason, when }),
    result: changed,
    errors: [...changeErrors, 'ArticleNotFound'],
  }),
  'article/replan': changes('content.publish', {
    summary: "Moves an article's plan to another moment, or withdraws it.",
    body: replan,
    result: replanned,
    errors: replanErrors,
  }),
  'article/export': reads('content.read', {
    summary: 'A file for translators: one line of JSON for each article and language, with the source beside it.',
    body: strict({ locale, only_missing: z.boolean().default(false) }),
    result: strict({ jsonl: z.string(), lines: z.number().int() }),
  }),
  'article/import': changes('content.edit', {
    bodyLimit: 9 * MEGABYTE,
    summary: 'Imports a translators’ file as drafts, all or nothing; with `dry_run` it only says what would happen.',
    body: strict({ jsonl, dry_run: z.boolean(), reason }),
    result: strict({
      changed: z.number().int(),
      same: z.number().int(),
      errors: z.array(strict({ line: z.number().int(), message: z.string() })),
    }),
  }),
  'content/clean': reads('content.edit', {
    bodyLimit: MEGABYTE,
    summary: 'Sanitises a piece of HTML; the editor sends pasted and dropped content through it.',
    body: strict({ html: z.string().max(500_000) }),
    result: strict({ html: z.string() }),
  }),
}
