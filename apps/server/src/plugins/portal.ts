import type { Article, ArticleItem, HomeConf, SettingInit } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
export type PortalDeps = { content: { homeConf(locale: Locale): HomeConf; articles(locale: Locale, q: { type: number; page: number; size: number }): { result: ArticleItem[]; total: number }; article(locale: Locale, id: string): Article | undefined; init(locale: Locale): SettingInit; version(): number }; publicUrl: string; dev: boolean }
export async function portalPlugin(_app: FastifyInstance, _deps: PortalDeps): Promise<void> { await Promise.resolve() }
export const renderNotFound = (_request: FastifyRequest, reply: FastifyReply): unknown => reply.code(404).send('not found')
