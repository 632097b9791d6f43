//! Does with a store what the a3s programs do, through the published crate, and prints one JSON document.
//!
//!   open DIR              opens as strictly as the crate does, recovers, loads and validates every session
//!   create DIR SNAPSHOT   saves a snapshot (a JSON file) as a new generation
//!   continue DIR ID TEXT  loads a session, adds a turn and swaps it in if the stored digest is still the loaded one
//!   lease DIR HOLDER      takes the writer lease
//!   hold DIR MS           keeps the file lock of the store for a while; says `held` once it has it
//!
//! With `--key HEX` the store is opened sealed, with `--holder NAME` the lease is taken before writing.

use a3s_code_core::llm::Message;
use a3s_code_core::store::{
    snapshot_content_digest, FileSessionStore, FileSessionStoreWal, SessionSnapshotV1, SessionStore,
};
use anyhow::{anyhow, Context, Result};
use fs2::FileExt;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

struct Order {
    words: Vec<String>,
    options: HashMap<String, String>,
}

impl Order {
    fn read() -> Result<Self> {
        let (mut words, mut options) = (Vec::new(), HashMap::new());
        let mut given = std::env::args().skip(1);
        while let Some(word) = given.next() {
            match word.strip_prefix("--") {
                Some(name) => {
                    let value = given.next().with_context(|| format!("--{name} needs a value"))?;
                    options.insert(name.to_owned(), value);
                }
                None => words.push(word),
            }
        }
        Ok(Self { words, options })
    }

    fn word(&self, at: usize) -> Result<&str> {
        self.words
            .get(at)
            .map(String::as_str)
            .ok_or_else(|| anyhow!("argument {at} is missing"))
    }

    fn folder(&self) -> Result<&Path> {
        Ok(Path::new(self.word(1)?))
    }
}

fn key_bytes(hex: &str) -> Result<[u8; 32]> {
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).context("the key is no hex"))
        .collect::<Result<_>>()?;
    bytes
        .try_into()
        .map_err(|_| anyhow!("the key must have 32 bytes"))
}

async fn opened(order: &Order) -> Result<FileSessionStore> {
    let store = match order.options.get("key") {
        Some(hex) => FileSessionStore::with_encryption_key(order.folder()?, &key_bytes(hex)?).await?,
        None => FileSessionStore::new(order.folder()?).await?,
    };
    if let Some(holder) = order.options.get("holder") {
        store.acquire_writer_lease(holder).await?;
    }
    Ok(store)
}

fn facts(snapshot: &SessionSnapshotV1) -> Result<Value> {
    let id = &snapshot.session.id;
    let refused = snapshot.validate_for_session(id).err().map(|error| format!("{error:#}"));
    Ok(json!({
        "id": id,
        "digest": snapshot_content_digest(snapshot)?,
        "workspace": snapshot.session.config.workspace,
        "messages": snapshot.session.messages.len(),
        "texts": snapshot.session.messages.iter().map(Message::transcript_display_text).collect::<Vec<_>>(),
        "artifacts": snapshot.artifacts.len(),
        "refused": refused,
    }))
}

async fn look(order: &Order) -> Result<Value> {
    let store = opened(order).await?;
    let mut sessions = Vec::new();
    for id in store.list().await? {
        let snapshot = store.load_snapshot(&id).await?.ok_or_else(|| anyhow!("{id} is listed but absent"))?;
        sessions.push(facts(&snapshot)?);
    }
    let (entries, next) = FileSessionStoreWal::new(order.folder()?).load_entries().await?;
    Ok(json!({"sessions": sessions, "log": entries, "next": next, "lease": store.writer_lease().await?}))
}

async fn create(order: &Order) -> Result<Value> {
    let snapshot: SessionSnapshotV1 = serde_json::from_slice(&std::fs::read(order.word(2)?)?)?;
    opened(order).await?.save_snapshot(&snapshot).await?;
    facts(&snapshot)
}

fn message(role: &str, text: &str) -> Result<Message> {
    let value = json!({"role": role, "content": [{"type": "text", "text": text}]});
    Ok(serde_json::from_value(value)?)
}

async fn go_on(order: &Order) -> Result<Value> {
    let store = opened(order).await?;
    let id = order.word(2)?;
    let mut snapshot = store.load_snapshot(id).await?.ok_or_else(|| anyhow!("no session {id}"))?;
    let expected = snapshot_content_digest(&snapshot)?;
    snapshot.session.messages.push(message("user", order.word(3)?)?);
    snapshot.session.messages.push(message("assistant", "Noted.")?);
    if !store.save_snapshot_cas(&snapshot, Some(&expected)).await? {
        return Err(anyhow!("the stored generation is another one"));
    }
    facts(&snapshot)
}

fn hold(order: &Order) -> Result<Value> {
    let path = order.folder()?.join("v1/wal/session-store.lock");
    std::fs::create_dir_all(path.parent().expect("a folder"))?;
    let file = std::fs::OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.lock_exclusive()?;
    println!("held");
    std::thread::sleep(Duration::from_millis(order.word(2)?.parse()?));
    Ok(json!({}))
}

async fn run(order: &Order) -> Result<Value> {
    match order.word(0)? {
        "open" => look(order).await,
        "create" => create(order).await,
        "continue" => go_on(order).await,
        "lease" => {
            let store = opened(order).await?;
            Ok(serde_json::to_value(store.acquire_writer_lease(order.word(2)?).await?)?)
        }
        "hold" => hold(order),
        other => Err(anyhow!("there is no {other}")),
    }
}

#[tokio::main]
async fn main() {
    let answer = match Order::read() {
        Ok(order) => run(&order).await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(value) => println!("{value}"),
        Err(error) => {
            println!("{}", json!({"error": format!("{error:#}")}));
            std::process::exit(1);
        }
    }
}
