export default function Page() { return <div className="page py-10" /> }
