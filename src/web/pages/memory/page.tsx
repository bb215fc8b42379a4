export default function Page() {
  return (
    <div class="inner">
      <h1>memory</h1>
    </div>
  );
}
