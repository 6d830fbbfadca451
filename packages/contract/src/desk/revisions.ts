import { z } from 'zod'
import { strict } from '../call.ts'
import { anyTime } from './articles.ts'
import { draftedKinds } from './kinds.ts'
import { changes, reads, seenVersion } from './call.ts'
import { editedKind, locale, planned, savedVersion, target, unix, version } from './editing.ts'

export const revisionCalls = {
  'revision/list': reads('content.read', {
    summary: 'The saved versions of something, newest first.',
    body: strict({ kind: editedKind, target, before: z.number().int().min(0).default(0) }),
    result: strict({ versions: z.array(savedVersion), next: z.number().int().nullable() }),
  }),
  'revision/read': reads('content.read', {
    summary: 'A saved version with its fields.',
    body: strict({ kind: editedKind, target, version: seenVersion.min(1) }),
    result: strict({ saved: savedVersion, body: z.record(z.string(), z.unknown()) }),
    errors: ['RevisionNotFound'],
  }),
  'calendar/list': reads('content.read', {
    summary:
      'Everything with a date between two moments, at most 400 days apart: plans, prices, campaigns, articles, resets.',
    body: strict({ from: unix, to: unix }).refine(({ from, to }) => from < to && to - from <= 400 * 86_400),
    result: strict({
      plans: z.array(planned),
      dates: z.array(
        strict({
          kind: z.enum(['article', ...draftedKinds, 'bonus_reset', 'price']),
          target: z.string(),
          what: z.enum(['begins', 'ends', 'shown', 'hidden', 'resets']),
          at: z.number().int(),
        }),
      ),
      /** What people call the targets, in the shop's own language; a target that has no name is not here. */
      names: z.array(strict({ kind: z.string(), target: z.string(), name: z.string() })),
    }),
  }),
  'preview/make': changes('content.read', {
    summary:
      'A link that shows the shop as it will be at a moment, with drafts; for 30 minutes. Nothing can be bought.',
    body: strict({
      drafts: z
        .array(strict({ kind: z.enum(['article', 'block']), target: z.string().max(100), version: version.min(1) }))
        .max(20)
        .default([]),
      /** null: now. */
      moment: anyTime,
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
}
