import type { OrderRecord } from '@hc/contract/calls'
import { pointsForUsd } from '@hc/domain/money'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/locale.ts'
import { type PaidGoods, PayDialog } from '../pay/pay-dialog.tsx'
import { PointsDialog, type PointsPurchase } from '../pay/points-dialog.tsx'
import { useArtOf } from './order-parts.ts'
import { usePay } from '../pay/use-pay.ts'

/** Pays an existing order: in its gateway's window, or from the wallet. */
export function usePayOrder(onDone: () => void): { pay: (record: OrderRecord) => void; dialogs: ReactNode } {
  const flow = usePay()
  const format = useFormat()
  const [purchase, setPurchase] = useState<PointsPurchase | null>(null)
  const [purchaseRow, setPurchaseRow] = useState<PaidGoods | null>(null)
  const artOf = useArtOf()
  const close = () => setPurchase(null)
  return {
    pay(record) {
      if (record.channel_code === 'hcpoint') {
        setPurchase({
          goods: record.cp_goods_id,
          name: record.name,
          role: record.role_name,
          server: record.server_name,
          total: record.bonus_units > 0 ? record.quantity + record.bonus_units : 0,
          points: pointsForUsd(record.amount),
          worth: format.money(record.amount, record.currency),
          order: () => Promise.resolve(record.sdk_order_id),
        })
        return
      }
      setPurchaseRow({
        art: artOf({ cp_goods_id: record.cp_goods_id }),
        name: record.name,
        role: record.order_type === 'item' ? record.role_name : '',
        price: format.money(record.amount, record.currency),
      })
      void flow.payInWindow(() => Promise.resolve(record))
    },
    dialogs: (
      <>
        <PayDialog flow={flow} goods={purchaseRow} onDone={onDone} />
        {purchase && (
          <PointsDialog
            purchase={purchase}
            onClose={close}
            onPaid={() => {
              close()
              onDone()
            }}
          />
        )}
      </>
    ),
  }
}
