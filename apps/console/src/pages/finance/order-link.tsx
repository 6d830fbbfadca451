import { Link } from 'wouter'

/** The way from the books to an order; a dash where a row belongs to none. */
export const OrderLink = ({ no }: { no: string }) =>
  no === '' ? (
    '–'
  ) : (
    <Link className="link" href={`/orders/${no}`}>
      {no}
    </Link>
  )
