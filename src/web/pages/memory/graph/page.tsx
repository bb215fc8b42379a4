export default function GraphView() {
  return <p>graph</p>;
}
