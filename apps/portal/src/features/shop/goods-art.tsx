import type { Product } from '@hc/contract/calls'
import { Picture } from '../picture.tsx'
import { productArt } from '../recharge/product-art.ts'

/** The first pictures of a shelf are in the first view. */
const EAGER = 2

/** The picture of an item on its own tint. `at`: its number on the shelf, from 0. */
export function GoodsArt({ goods, at }: { goods: Pick<Product, 'icon' | 'cp_goods_id'>; at: number }) {
  return (
    <span className="goods-art tinted">
      <Picture src={productArt(goods)} size={240} eager={at < EAGER} first={at === 0} />
    </span>
  )
}
