import type { Article, ArticleItem, HomeConf, ShopWindow } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { api } from '../lib/api.ts'
import { isClosed } from '../lib/closed-bulletin.ts'

export type ArticleQuery = { type: number; page: number; size: number }
export type ArticleList = { result: ArticleItem[]; total: number }

/** The data source of the loaders: the server's memory during rendering, the API in the browser. */
export type Source = {
  homeConf(): HomeConf | Promise<HomeConf>
  bulletin(): ArticleItem | null | Promise<ArticleItem | null>
  articles(query: ArticleQuery): ArticleList | Promise<ArticleList>
  article(id: string): Article | null | Promise<Article | null>
  /** Null if there is nothing to show. */
  shop(): ShopWindow | null | Promise<ShopWindow | null>
  /** The shop window as far as it is at hand, for a page that fetches its own list: null in the browser. */
  shopAtHand(): ShopWindow | null | Promise<ShopWindow | null>
}

export const apiSource: Source = {
  homeConf: () => api.call('setting/webHomeConf', {}),
  async bulletin() {
    const { bulletin } = await api.call('setting/init', {})
    return bulletin && isClosed(bulletin.id) ? null : bulletin
  },
  shop: () => api.call('shop/catalog', {}),
  shopAtHand: () => null,
  articles: (query) => api.list('setting/webArticle', query),
  async article(id) {
    try {
      return await api.call('setting/webArticleDetail', { id })
    } catch (error) {
      if (error instanceof CallError && error.msg === 'ArticleNotFound') return null
      throw error
    }
  },
}
