export default function Page() {
  return (
    <div class="inner">
      <h1>settings</h1>
    </div>
  );
}
