import { Link } from 'wouter'

/** A link to an order; a dash if the row belongs to none. */
export const OrderLink = ({ no }: { no: string }) =>
  no === '' ? (
    '–'
  ) : (
    <Link className="link" href={`/orders/${no}`}>
      {no}
    </Link>
  )
