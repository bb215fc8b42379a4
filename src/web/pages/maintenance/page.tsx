export default function Page() {
  return (
    <div class="inner">
      <h1>maintenance</h1>
    </div>
  );
}
